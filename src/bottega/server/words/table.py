"""What the page of a table says."""

from bottega.i18n import _
from bottega.server.words import hand


def words() -> dict[str, str]:
    return hand.words() | {
        "accept": _("Accept"),
        "cancel": _("Cancel"),
        "close": _("Close"),
        "counting": _("{name}: {words} · +{points} = {total}"),
        "decline": _("Decline"),
        "fits_none": _("No piece that is left fits there."),
        "fits_these": _("These could still cover that cell:"),
        "fits_where": _("Point at an empty cell."),
        "hand_over": _("Please hand the device to {name}."),
        "hint_chance": _("{chance} to win"),
        "hint_says": _("What a machine would do"),
        "i_am": _("I am {name}: show me"),
        "match": _("Game {number} of {games}. Games won: {standing}"),
        "match_drawn": _("The match is drawn. Games won: {standing}"),
        "match_won": _("{name} wins the match. Games won: {standing}"),
        "match_won_points": _("{name} wins the match by the points of all games. Games won: {standing}"),
        "moves_at": _("{ply} / {count}"),
        "next_game": _("To the next game"),
        "next_of_match": _("To the next game of the match"),
        "no_line": _("There is no connection at the moment. It comes back by itself."),
        "offered_draw": _("You have offered a draw."),
        "offered_rematch": _("You have offered another game."),
        "offered_take_back": _("You have asked to take your last move back."),
        "offers_draw": _("{name} offers a draw."),
        "offers_rematch": _("{name} would like another game."),
        "offers_take_back": _("{name} asks to take the last move back."),
        "past": _("You are looking at the past: » brings you back."),
        "resign": _("Resign"),
        "resign_sure": _("Do you really give this game up?"),
        "seat_decides": _("decides"),
        "seat_offline": _("away"),
        "seat_online": _("here"),
        "seat_open": _("free"),
        "seat_thinks": _("thinks …"),
        "seat_warms": _("gets ready, once; give it a minute …"),
        "seat_you": _("Your turn"),
        "sit": _("Sit down here"),
        "tray_of": _("What lies in front of {name}"),
        "withdraw": _("Withdraw"),
    }
