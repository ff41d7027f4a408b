"""What counters show: faces made from records, and short names."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar

from hexwar.hexes import Hex
from hexwar.table.forces import (
    Arm,
    FormationCard,
    FormationId,
    FormationKind,
    LeaderCard,
    LeaderId,
    Presence,
    Role,
    Side,
    UnitCard,
    UnitId,
)
from hexwar.table.pieces import Leader, Unit
from hexwar.widgets.counters.faces import (
    CounterFace,
    FigureKind,
    FormationMark,
    State,
    UnderFace,
    chit_face,
    face_of,
    figure_kind,
    formation_marks,
    formation_name,
    leader_face,
    leader_name,
    livery_key,
    nation_key,
    size_mark,
    under_face,
    unit_name,
)
from tests.systems.nlc.cases import each

MARK = FormationMark(2, "II")
DUHESME = UnitCard(
    id=UnitId("FR-2-03"),
    name="3rd Division (Duhesme)",
    side=Side("french"),
    formation=FormationId("FR-2"),
    nation="French",
    arm=Arm.INFANTRY,
    sp=6,
    reduced_sp=3,
    initiative=2,
    movement=4,
    steps=2,
)


Record = TypeVar("Record", UnitCard, Unit, CounterFace)


def changed(record: Record, **changes: Any) -> Record:
    """The record with some fields changed, named by text."""
    return replace(record, **changes)


def formation(
    name: str, kind: FormationKind = FormationKind.CORPS, side: str = "french", id_: str = "F"
) -> FormationCard:
    return FormationCard(FormationId(id_), name, Side(side), "French", kind, Presence.START)


def shown(**flags: Any) -> CounterFace:
    """The face of Duhesme's division when these hold of it."""
    return face_of(DUHESME, changed(Unit(DUHESME.id, Hex("0913")), **flags), MARK)


def test_a_full_fresh_unit_shows_what_is_printed_on_its_front() -> None:
    face = shown()
    assert (face.strength, face.initiative, face.movement) == (6, 2, 4)
    assert (face.livery, face.name, face.size, face.mark.short) == ("french", "Duhesme", "XX", "II")
    assert face.states == ()
    assert (face.reduced, face.moved, face.done) == (False, False, False)

    back = shown(reduced=True)
    assert (back.reduced, back.strength) == (True, 3)
    assert shown(done=True).done


def test_states_come_from_unit_and_caller_and_who_did_something_has_moved() -> None:
    unit = Unit(DUHESME.id, Hex("0913"), disrupted=True, square=True, column=True)
    told = ("demoralized", "exhausted", "out_of_supply", "out_of_command")
    assert face_of(DUHESME, unit, MARK, **dict.fromkeys(told, True)).states == tuple(State)

    did = {"moved": True, "assaulted": True, "charged": True, "bombarded": Hex("0914")}
    for flag, value in did.items():
        face = shown(**{flag: value})
        assert (face.moved, face.done) == (True, False), flag


def test_from_afar_only_colour_strength_and_the_veil_are_left() -> None:
    plain = shown().from_afar()
    busy = face_of(
        replace(DUHESME, name="1st Division (Jamin)", initiative=5, movement=7),
        Unit(DUHESME.id, Hex("0913"), disrupted=True, moved=True),
        FormationMark(5, "VI"),
        out_of_supply=True,
    )
    assert busy.from_afar() == plain
    for seen in ({"strength": 7}, {"livery": "russian"}, {"done": True}):
        assert changed(busy, **seen).from_afar() != plain

    train = replace(DUHESME, arm=Arm.BAGGAGE_TRAIN, sp=0, steps=0, movement=4)
    face = face_of(train, Unit(train.id, Hex("0913")), MARK).from_afar()
    assert not face.has_strength
    assert face.movement == 4


def test_every_field_of_a_face_tells_faces_apart() -> None:
    face = shown()
    others = {
        "arm": Arm.HEAVY_CAVALRY,
        "figure": FigureKind.COSSACK,
        "mark": FormationMark(3, "III"),
        **dict.fromkeys(("strength", "initiative", "movement"), 7),
        "steps": 1,
    }
    for field in fields(face):
        now = getattr(face, field.name)
        other = others.get(field.name, not now if isinstance(now, bool) else "other")
        unlike = changed(face, **{field.name: other})
        assert unlike != face
        assert hash(unlike) != hash(face)
    assert under_face(face) == UnderFace("french", 2)
    assert under_face(replace(face, strength=1, done=True)) == UnderFace("french", 2)


@each(
    "nation flags expected",
    ("French", (), "french"),
    ("French", ("guard", "young_guard"), "young_guard"),
    ("French", ("guard", "old_guard"), "old_guard"),
    ("French", ("guard",), "guard"),
    ("Russian", ("guard",), "russian"),
    ("Württemberg", (), "wurttemberg"),
    ("Austrian", (), "austrian"),
    ("Bavarian", (), "bavarian"),
    ("Prussian", (), "prussian"),
)
def test_livery(nation: str, flags: tuple[str, ...], expected: str) -> None:
    assert livery_key(replace(DUHESME, nation=nation, flags=flags)) == expected


@each(
    "arm name flags expected",
    (Arm.INFANTRY, "3rd Division", (), FigureKind.INFANTRY),
    (Arm.INFANTRY, "1st", ("guard", "young_guard"), FigureKind.YOUNG_GUARD),
    (Arm.INFANTRY, "1st", ("guard", "old_guard"), FigureKind.GRENADIERS),
    (Arm.LIGHT_CAVALRY, "9th Light Cavalry Division", (), FigureKind.HUSSAR),
    (Arm.LIGHT_CAVALRY, "Chuguev Uhlans", (), FigureKind.LANCER),
    (Arm.LIGHT_CAVALRY, "2nd (Colbert, lancers)", ("guard",), FigureKind.LANCER),
    (Arm.LIGHT_CAVALRY, "Cossacks (Karpov)", ("cossack",), FigureKind.COSSACK),
    (Arm.HEAVY_CAVALRY, "5th Dragoon Division", (), FigureKind.DRAGOON),
    (Arm.HEAVY_CAVALRY, "1st Heavy Cavalry Division", (), FigureKind.CUIRASSIER),
    (Arm.FOOT_ARTILLERY, "II Corps foot artillery", (), FigureKind.FOOT_GUN),
    (Arm.HORSE_ARTILLERY, "Guard horse artillery", ("guard",), FigureKind.HORSE_GUN),
    (Arm.BAGGAGE_TRAIN, "baggage train", (), FigureKind.BAGGAGE_TRAIN),
    (Arm.PONTOON_TRAIN, "pontoon train", (), FigureKind.PONTOON_TRAIN),
)
def test_figure(arm: Arm, name: str, flags: tuple[str, ...], expected: FigureKind) -> None:
    assert figure_kind(replace(DUHESME, arm=arm, name=name, flags=flags)) is expected


@each(
    "name expected",
    ("3rd Division (Duhesme)", "Duhesme"),
    ("1st Guard Cavalry Division (Lefebvre-Desnouettes, light)", "Lefebvre"),
    ("2nd Guard Cavalry Division (Krasiński / Colbert, lancers)", "Krasiński"),
    ("Ricard, 1st brigade (VI Corps)", "Ricard 1"),
    ("Picquet cavalry brigade", "Picquet"),
    ("Hussar brigade (Sumy, Grodno)", "Sumy"),
    ("4th and 34th Jäger", "4/34"),
    ("16th Division", "16"),
    ("Horse battery No. 23", "23"),
    ("1st Brigade (Pirch II)", "Pirch II"),
    ("2nd Heavy Cavalry Division (Saint-Germain)", "Saint-Germain"),
    ("Hohenlohe-Bartenstein division", "Hohenlohe"),
    ("1st Cuirassier Division (Guard)", "1"),
    ("V Cavalry horse artillery", ""),
    ("Württemberg light horse", ""),
    ("IX Corps artillery", ""),
)
def test_unit_name(name: str, expected: str) -> None:
    assert unit_name(replace(DUHESME, name=name)) == expected


def test_a_train_has_no_name_of_its_own() -> None:
    name = "Reserve Corps (Reserve of Paris) baggage train"
    train = replace(DUHESME, arm=Arm.BAGGAGE_TRAIN, name=name)
    assert unit_name(train) == size_mark(train) == ""


@each(
    "name kind expected",
    ("II Corps", FormationKind.CORPS, "II"),
    ("V Cavalry Corps", FormationKind.CORPS, "V Cav"),
    ("Young Guard Corps", FormationKind.CORPS, "YG"),
    ("Guard Cavalry Corps", FormationKind.CORPS, "Gd Cav"),
    ("Reserve Corps (Reserve of Paris)", FormationKind.CORPS, "Res"),
    ("1st Old Guard Infantry Division", FormationKind.CORPS, "1 OG"),
    ("AG Corps (Army of Bohemia)", FormationKind.CORPS, "AG"),
    ("III Corps, Army of Bohemia", FormationKind.CORPS, "III"),
    ("Prussian I Corps", FormationKind.CORPS, "I"),
    ("Bavarian Corps", FormationKind.CORPS, "Bav"),
    ("AG Division, IV Corps (Army of Bohemia)", FormationKind.DIVISION, "AG/IV"),
    ("7th Infantry Division (VII Corps)", FormationKind.DIVISION, "7/VII"),
    ("VI Corps (detached 8th Division)", FormationKind.DIVISION, "VI"),
    ("Sacken wing", FormationKind.WING, "Sacken"),
    ("Army of Silesia HQ", FormationKind.HEADQUARTERS, "HQ"),
    ("Corps", FormationKind.CORPS, "Corps"),
)
def test_formation_name(name: str, kind: FormationKind, expected: str) -> None:
    assert formation_name(formation(name, kind)) == expected


@each(
    "change expected",
    ({"name": "3rd Division (Duhesme)"}, "XX"),
    ({"name": "Picquet cavalry brigade"}, "X"),
    ({"name": "Chuguev Uhlans", "men": 600}, "III"),
    ({"name": "Cossacks (Karpov)", "men": 1500}, "X"),
    ({"name": "Reserve", "men": 4000}, "XX"),
    ({"name": "II Corps foot artillery", "arm": Arm.FOOT_ARTILLERY, "guns": 24}, "II"),
    ({"name": "Horse battery No. 23", "arm": Arm.HORSE_ARTILLERY, "guns": 8}, "I"),
)
def test_size_mark(change: dict[str, object], expected: str) -> None:
    assert size_mark(changed(DUHESME, **change)) == expected


def test_each_side_has_its_own_row_of_stripes_and_chits_come_first() -> None:
    staff = formation("Imperial HQ", FormationKind.HEADQUARTERS, id_="FR-HQ")
    corps = [formation("II Corps", id_="FR-2"), formation("VI Corps", id_="FR-6")]
    enemy = formation("IX Corps", side="allied", id_="CO-9")
    assert formation_marks([staff, *corps, enemy]) == {
        "FR-HQ": FormationMark(2, "HQ"),
        "FR-2": FormationMark(0, "II"),
        "FR-6": FormationMark(1, "VI"),
        "CO-9": FormationMark(0, "IX"),
    }


def test_a_leader_shows_name_rating_and_whether_he_moved() -> None:
    card = LeaderCard(
        LeaderId("FR-GRO-L"),
        "Grouchy",
        Side("french"),
        FormationId("FR-GRO"),
        "French",
        Role.WING,
        rating=3,
        movement=8,
        ratings=(("attack", 3), ("other", 1)),
    )
    face = leader_face(card, Leader(card.id, Hex("1803"), moved=True), MARK)
    assert (face.name, face.rating, face.movement, face.moved) == ("Grouchy", "[3/1]", 8, True)
    afar = face.from_afar()
    assert (afar.rating, afar.livery, afar.name, afar.moved) == ("[3/1]", "french", "", False)
    assert leader_name("Kronprinz von Württemberg") == "Kronprinz"
    assert leader_name("Olsufiev") == "Olsufiev"
    assert nation_key("Württemberg") == "wurttemberg"


def test_a_chit_bears_the_mark_of_its_formation() -> None:
    chit = chit_face(formation("II Corps"), MARK, spent=True)
    assert (chit.mark, chit.nation, chit.spent) == (MARK, "french", True)
