"""The room's door lists what is public."""

from __future__ import annotations

import pytest

from memassay import reports


@pytest.mark.parametrize("name", reports.__all__)
def test_every_public_name_can_be_had(name):
    assert getattr(reports, name) is not None


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'chart'"):
        reports.chart  # noqa: B018 - the access is the test
