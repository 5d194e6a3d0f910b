"""All criteria of players, by name: what each says, its unit, its direction, its computation."""

from collections.abc import Mapping
from types import MappingProxyType

from tournament.standings import cuss, dc, egf_dc, exploits, points, sdc, sodos, sos, sosos
from tournament.standings.metric import Metric
from tournament.state.criteria import Criterion

_ALL = (
    *(points.CATEGORY, points.NBW, points.CPS, points.MMS, points.STS, points.RANK, points.RATING),
    *(cuss.CUSSW, cuss.CUSSM),
    *(sos.SOSW, sos.SOSW_1, sos.SOSW_2, sodos.SODOSW),
    *(sos.SOSM, sos.SOSM_1, sos.SOSM_2, sodos.SODOSM, sos.SOSTS),
    *(sosos.SOSOSW, sosos.SOSOSM),
    *(exploits.EXT, exploits.EXR),
    *(dc.DC, sdc.SDC, egf_dc.EGF_DC),
)

METRICS: Mapping[Criterion, Metric] = MappingProxyType(
    {metric.criterion: metric for metric in _ALL}
)
"""The metric of every criterion."""
