"""Analysis of positions and whole games: candidates, evaluations, mistakes, and luck apart from decisions.

>>> import bottega
>>> from bottega.analysis import Limit, analyse
>>> position = bottega.game("toscana").start(seed=7)
>>> found = analyse(position.view(position.seat), Limit(simulations=100))
>>> sorted(candidate.move for candidate in found.candidates)
['allow', 'veto']
"""

from bottega.analysis.annotate import annotate
from bottega.analysis.command import analyse_file
from bottega.analysis.game import MARKS, Balance, Choice, Decision, GameAnalysis, analyse_record
from bottega.analysis.look import Eyes
from bottega.analysis.position import Analysis, ExplainedMove, analyse
from bottega.analysis.report import as_json, as_text
from bottega.analysis.worth import Worth
from bottega.players.searching import Limit

__all__ = [
    "MARKS",
    "Analysis",
    "Balance",
    "Choice",
    "Decision",
    "ExplainedMove",
    "Eyes",
    "GameAnalysis",
    "Limit",
    "Worth",
    "analyse",
    "analyse_file",
    "analyse_record",
    "annotate",
    "as_json",
    "as_text",
]
