"""What the players read of Fère-Champenoise: the briefing, and notes on the data."""

from __future__ import annotations

from typing import Final

from hexwar.editor.document import Json

BRIEFING: Final[Json] = {
    "situation": "The marshals looked for the Emperor and found the whole army of Bohemia. "
    "Since the morning Marmont and Mortier have been falling back along the chaussée from Soudé "
    "and Sommesous, foot in squares, horse behind them, before cavalry that grows with every "
    "hour. At one in the afternoon they stand between the brooks at Connantray, and a storm out "
    "of the east drives rain and hail into their faces. Fère lies in its hollow behind them, "
    "with one road out of it. From the north two divisions of National Guards with a convoy "
    "come toward the sound of guns, and nobody has told them whose they are.",
    "forces": "French: six weak divisions of VI Corps and the Guard, Belliard's horse, and from "
    "the first turn Pacthod's National Guards in the north-east, 46 SP in all. Coalition: no "
    "foot, but the horse of Pahlen and of Württemberg and the Austrian cuirassiers; then the "
    "Russian Guard, and behind Pacthod the horse of the army of Silesia, each with horse "
    "artillery, 37 SP.",
    "aims": {
        "french": "Bring the corps back to Fère whole, and hold it until dark. Bring the "
        "National Guards in, or let them reach the marshes at Bannes.",
        "allied": "Break the squares while it rains. Take Fère before night, and cut the "
        "National Guards off from it.",
    },
    "special": [
        "The battle begins in the rain. Foot that fights no foot has half its fire, charges "
        "gain against foot, and squares are harder to form (N18). The weather is rolled on turn "
        "3.",
        "Neither marshal was over the other; in the game Marmont leads both, and Mortier has "
        "the Guard. Ricard has VI Corps.",
        "The French begin with orders to fall back; Belliard delays the enemy before he follows.",
        "Pacthod and Amey come by the Clamanges trail on turn 1. Their men are untrained, and "
        "their convoy is a train that can be taken like any other.",
        "The Russian Guard comes by the chaussée on turn 2, Vasilchikov by the Châlons trail on "
        "turn 3.",
        "The Austrians, the Russian Guard and the horse of the army of Silesia have no trains. "
        "They live on the trains of others or on the chaussée in the east (N16.3).",
        "French troops may leave the map by the Sézanne chaussée or the Allemant trail (N5.6). "
        "Then they are out of reach, but hold nothing and score only under General Retreat "
        "(N12.29).",
    ],
    "victory": "Points come from losses, demoralized formations, captured trains, sources of "
    "supply and victory hexes (N22). Fère is worth 5, Connantre and Bannes 2 each, Connantray "
    "1; all are French at the start. The road to Sézanne is the French source of supply, worth "
    "4 to the Coalition. The par below says who is ahead where computer players play both sides.",
    "history": "The storm broke the marshals: the Russian Guard rode the cuirassiers into the "
    "foot, two squares of the Young Guard were ridden down at Connantray, and guns stuck in the "
    "ravine. All fled through Fère to the heights of Linthes, where a regiment of new horse and "
    "the noise of Pacthod's guns gave them a halt. Pacthod and Amey went from square to square "
    "toward the marshes and were destroyed before Bannes in sight of the sovereigns. The French "
    "lost some 9,000 to 10,000 men and 60 guns or more, the Coalition 2,000 to 4,000 men. Five "
    "days later it stood before Paris.",
    "difficulty": {
        "french": "hard",
        "allied": "fair",
    },
    "minutes": 150,
    "hints": [
        "French: a stack in Fère or another town fears a charge least: it has half its strength "
        "there (N10). Foot on open ground should march with horse or guns beside it.",
        "Coalition: you have no foot. Charge what is out of square, bring the horse artillery "
        "up to what is in it, and assault only what has been shaken.",
        "From turn 7 on it is night, and a charge is at most 2 hexes long (N17.4). Fère counts "
        "for who has it then.",
    ],
    "sources": [
        "M. Weil, The Campaign of 1814, chapter 18, seen in excerpts: course of the day.",
        "Wikipedia, articles on the battle, seen in excerpts: totals of both armies and losses.",
        "A page on the battle at allempires.com, seen in excerpts: 12,700 foot and 4,000 horse "
        "of the marshals, 12,000 horse and 48 guns against them.",
        "Napoleon's Later Campaigns, release 2.0.0: the ratings of Marmont, Mortier, Pahlen, "
        "the Crown Prince and Vasilchikov.",
        "A public table of the communes of France: where Fère, Connantre, Bannes and Écury lie.",
    ],
    "estimates": "No module has this battle, so nearly all of it is an estimate: strengths of "
    "single units (shares of the known totals), guns, initiative, movement and steps, the other "
    "ratings, who leads, orders, start hexes, when reinforcements come, hours, victory hexes, "
    "sources of supply and cards; and on the map all but the places of Fère, Connantre, Bannes "
    "and Écury. The ground east of Connantray, where the day began, and Linthes, where it "
    "ended, lie beyond the map.",
}
"""The page for the players; a par comes beside it when it has been measured."""

NOTES: Final = (
    "Not of the module: made for hexwar with its own editor. All orders are estimates.",
    "Check of strength: the marshals had 16,600 to 17,000 men with 60 to 84 guns, Pacthod and "
    "Amey 4,300 with 16; against them 12,000 horse by noon, some 26,000 with what came until "
    "evening. What comes too late, Korff, and all foot of the Coalition, which fired no shot, "
    "is left out. (estimate)",
    "Weather as recorded: rain and hail, with an east wind.",
)
