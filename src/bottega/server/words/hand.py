"""What the hand says: on tables, in lessons and in studies."""

from bottega.i18n import _


def words() -> dict[str, str]:
    return {
        "hand_pieces": _("Pieces to lay"),
        "hand_choose": _("Take a piece."),
        "hand_decide": _("Decide."),
        "hand_put": _("Point at a place and click to put it down. The wheel, a right click or R turns it."),
        "hand_tap": _("Tap a place to put it down."),
        "hand_held": _("In the hand: {piece}."),
        "hand_fits": _("It fits: {move}."),
        "hand_fits_nowhere": _("fits nowhere"),
        "hand_not_there": _("It does not fit there."),
        "hand_only_turn": _("It fits here only as it lies."),
        "hand_laid": _("{move} lies there. Enter confirms, Escape takes it back."),
        "hand_confirm_click": _("Click it again to confirm, or take it back."),
        "hand_confirm_tap": _("Tap to turn it, drag to move it."),
        "hand_taken_back": _("Taken back."),
        "hand_sent": _("On its way …"),
        "hand_ahead": _("Not your turn: try what you like."),
        "hand_tried": _("{move} lies there as a try."),
        "hand_kept": _("A try: it stays ready for your turn."),
        "hand_extras": _("Squares that may be covered: {count}."),
        "hand_choose_extras": _("Choose the squares to cover, then confirm."),
        "hand_extra": _("Square {number} of {all}."),
        "hand_extra_at": _("Cover {place}"),
        "hand_covered": _("{count} of {all} covered."),
        "hand_cover_all": _("Cover all"),
        "hand_cover_none": _("Cover none"),
        "hand_confirm": _("Confirm"),
        "hand_take_back": _("Take back"),
        "hand_turn": _("Turn"),
        "hand_sure": _("Sure? {label}"),
        "hand_yes": _("Yes: {label}"),
        "hand_type": _("Type a move"),
        "hand_move": _("Move"),
        "hand_lay": _("Lay"),
        "hand_no_such_move": _("{move} is not among the moves that you can make."),
    }
