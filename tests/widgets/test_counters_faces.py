"""What counters show: faces made from records, and short names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from hexwar.hexes import Hex
from hexwar.table import forces
from hexwar.table.pieces import Leader, Unit
from hexwar.widgets.counters import faces
from tests.systems.nlc.cases import each

MARK = faces.FormationMark(2, "II")
DUHESME = forces.UnitCard(
    id=forces.UnitId("FR-2-03"),
    name="3rd Division (Duhesme)",
    side=forces.Side("french"),
    formation=forces.FormationId("FR-2"),
    nation="French",
    arm=forces.Arm.INFANTRY,
    sp=6,
    reduced_sp=3,
    initiative=2,
    movement=4,
    steps=2,
)


Record = TypeVar("Record", forces.UnitCard, Unit, faces.CounterFace)


def changed(record: Record, **changes: Any) -> Record:
    """The record with some fields changed, named by text."""
    return replace(record, **changes)


def formation(
    name: str,
    kind: forces.FormationKind = forces.FormationKind.CORPS,
    side: str = "french",
    id_: str = "F",
) -> forces.FormationCard:
    return forces.FormationCard(
        forces.FormationId(id_), name, forces.Side(side), "French", kind, forces.Presence.START
    )


def shown(**flags: Any) -> faces.CounterFace:
    """The face of Duhesme's division when these hold of it."""
    return faces.face_of(DUHESME, changed(Unit(DUHESME.id, Hex("0913")), **flags), MARK)


def test_a_vedette_shows_its_movement_and_the_number_of_its_piece() -> None:
    name = "Light division (Piré), vedette 2"
    id_ = forces.UnitId("FR-2-03-v2")
    piece = changed(
        DUHESME, id=id_, name=name, arm=forces.Arm.VEDETTE, sp=0, reduced_sp=0, movement=7
    )
    face = faces.face_of(piece, Unit(piece.id, Hex("0913")), MARK)
    assert (face.has_strength, face.movement, face.size) == (False, 7, "2")
    assert (face.name, face.figure) == ("Piré", faces.FigureKind.HUSSAR)


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
    assert faces.face_of(DUHESME, unit, MARK, **dict.fromkeys(told, True)).states == tuple(
        faces.State
    )

    did = {"moved": True, "assaulted": True, "charged": True, "bombarded": Hex("0914")}
    for flag, value in did.items():
        face = shown(**{flag: value})
        assert (face.moved, face.done) == (True, False), flag


def test_from_afar_a_train_has_its_movement_and_from_below_all_units_are_edges() -> None:
    train = replace(DUHESME, arm=forces.Arm.BAGGAGE_TRAIN, sp=0, steps=0, movement=4)
    face = faces.face_of(train, Unit(train.id, Hex("0913")), MARK).from_afar()
    assert not face.has_strength
    assert face.movement == 4
    assert faces.under_face(shown()) == faces.UnderFace("french", 2)


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
    assert faces.livery_key(replace(DUHESME, nation=nation, flags=flags)) == expected


@each(
    "arm name flags expected",
    (forces.Arm.INFANTRY, "3rd Division", (), faces.FigureKind.INFANTRY),
    (forces.Arm.INFANTRY, "1st", ("guard", "young_guard"), faces.FigureKind.YOUNG_GUARD),
    (forces.Arm.INFANTRY, "1st", ("guard", "old_guard"), faces.FigureKind.GRENADIERS),
    (forces.Arm.LIGHT_CAVALRY, "9th Light Cavalry Division", (), faces.FigureKind.HUSSAR),
    (forces.Arm.LIGHT_CAVALRY, "Chuguev Uhlans", (), faces.FigureKind.LANCER),
    (forces.Arm.LIGHT_CAVALRY, "2nd (Colbert, lancers)", ("guard",), faces.FigureKind.LANCER),
    (forces.Arm.LIGHT_CAVALRY, "Cossacks (Karpov)", ("cossack",), faces.FigureKind.COSSACK),
    (forces.Arm.HEAVY_CAVALRY, "5th Dragoon Division", (), faces.FigureKind.DRAGOON),
    (forces.Arm.HEAVY_CAVALRY, "1st Heavy Cavalry Division", (), faces.FigureKind.CUIRASSIER),
    (forces.Arm.FOOT_ARTILLERY, "II Corps foot artillery", (), faces.FigureKind.FOOT_GUN),
    (forces.Arm.HORSE_ARTILLERY, "Guard horse artillery", ("guard",), faces.FigureKind.HORSE_GUN),
    (forces.Arm.BAGGAGE_TRAIN, "baggage train", (), faces.FigureKind.BAGGAGE_TRAIN),
    (forces.Arm.PONTOON_TRAIN, "pontoon train", (), faces.FigureKind.PONTOON_TRAIN),
)
def test_figure(
    arm: forces.Arm, name: str, flags: tuple[str, ...], expected: faces.FigureKind
) -> None:
    assert faces.figure_kind(replace(DUHESME, arm=arm, name=name, flags=flags)) is expected


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
    assert faces.unit_name(replace(DUHESME, name=name)) == expected


def test_a_train_has_no_name_of_its_own() -> None:
    name = "Reserve Corps (Reserve of Paris) baggage train"
    train = replace(DUHESME, arm=forces.Arm.BAGGAGE_TRAIN, name=name)
    assert faces.unit_name(train) == faces.size_mark(train) == ""


@each(
    "name kind expected",
    ("II Corps", forces.FormationKind.CORPS, "II"),
    ("V Cavalry Corps", forces.FormationKind.CORPS, "V Cav"),
    ("Young Guard Corps", forces.FormationKind.CORPS, "YG"),
    ("Guard Cavalry Corps", forces.FormationKind.CORPS, "Gd Cav"),
    ("Reserve Corps (Reserve of Paris)", forces.FormationKind.CORPS, "Res"),
    ("1st Old Guard Infantry Division", forces.FormationKind.CORPS, "1 OG"),
    ("AG Corps (Army of Bohemia)", forces.FormationKind.CORPS, "AG"),
    ("III Corps, Army of Bohemia", forces.FormationKind.CORPS, "III"),
    ("Prussian I Corps", forces.FormationKind.CORPS, "I"),
    ("Bavarian Corps", forces.FormationKind.CORPS, "Bav"),
    ("AG Division, IV Corps (Army of Bohemia)", forces.FormationKind.DIVISION, "AG/IV"),
    ("7th Infantry Division (VII Corps)", forces.FormationKind.DIVISION, "7/VII"),
    ("VI Corps (detached 8th Division)", forces.FormationKind.DIVISION, "VI"),
    ("Sacken wing", forces.FormationKind.WING, "Sacken"),
    ("Army of Silesia HQ", forces.FormationKind.HEADQUARTERS, "HQ"),
    ("Corps", forces.FormationKind.CORPS, "Corps"),
)
def test_formation_name(name: str, kind: forces.FormationKind, expected: str) -> None:
    assert faces.formation_name(formation(name, kind)) == expected


@each(
    "change expected",
    ({"name": "3rd Division (Duhesme)"}, "XX"),
    ({"name": "Picquet cavalry brigade"}, "X"),
    ({"name": "Chuguev Uhlans", "men": 600}, "III"),
    ({"name": "Cossacks (Karpov)", "men": 1500}, "X"),
    ({"name": "Reserve", "men": 4000}, "XX"),
    ({"name": "II Corps foot artillery", "arm": forces.Arm.FOOT_ARTILLERY, "guns": 24}, "II"),
    ({"name": "Horse battery No. 23", "arm": forces.Arm.HORSE_ARTILLERY, "guns": 8}, "I"),
)
def test_size_mark(change: dict[str, object], expected: str) -> None:
    assert faces.size_mark(changed(DUHESME, **change)) == expected


def test_each_side_has_its_own_row_of_stripes_and_chits_come_first() -> None:
    staff = formation("Imperial HQ", forces.FormationKind.HEADQUARTERS, id_="FR-HQ")
    corps = [formation("II Corps", id_="FR-2"), formation("VI Corps", id_="FR-6")]
    enemy = formation("IX Corps", side="allied", id_="CO-9")
    assert faces.formation_marks([staff, *corps, enemy]) == {
        "FR-HQ": faces.FormationMark(2, "HQ"),
        "FR-2": faces.FormationMark(0, "II"),
        "FR-6": faces.FormationMark(1, "VI"),
        "CO-9": faces.FormationMark(0, "IX"),
    }


def test_a_leader_shows_name_rating_and_whether_he_moved() -> None:
    card = forces.LeaderCard(
        forces.LeaderId("FR-GRO-L"),
        "Grouchy",
        forces.Side("french"),
        forces.FormationId("FR-GRO"),
        "French",
        forces.Role.WING,
        rating=3,
        movement=8,
        ratings=(("attack", 3), ("other", 1)),
    )
    face = faces.leader_face(card, Leader(card.id, Hex("1803"), moved=True), MARK)
    assert (face.name, face.rating, face.movement, face.moved) == ("Grouchy", "[3/1]", 8, True)
    afar = face.from_afar()
    assert (afar.rating, afar.livery, afar.name, afar.moved) == ("[3/1]", "french", "", False)
    assert faces.leader_name("Kronprinz von Württemberg") == "Kronprinz"
    assert faces.leader_name("Olsufiev") == "Olsufiev"
    assert faces.nation_key("Württemberg") == "wurttemberg"


def test_a_chit_bears_the_mark_of_its_formation() -> None:
    chit = faces.chit_face(formation("II Corps"), MARK, spent=True)
    assert (chit.mark, chit.nation, chit.spent) == (MARK, "french", True)
