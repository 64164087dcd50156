# SPDX-License-Identifier: Apache-2.0
"""Least squares with intervals. Pure: arrays in, frozen results out; statsmodels does the arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import statsmodels.api as sm


@dataclass(frozen=True, kw_only=True, slots=True)
class Fit:
    """A relative least-squares fit of y = known + X·beta.

    `constants[j]` with its 95 % interval `intervals[j]` (Student's t on n - k degrees of freedom),
    `predicted[i]` and `errors[i]` = predicted / measured - 1, `r2` the share of variance of y explained
    (1 - SS_res / SS_tot in the original units), `worst` the largest |errors[i]|.
    """

    names: tuple[str, ...]
    constants: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]
    predicted: tuple[float, ...]
    errors: tuple[float, ...]
    r2: float
    worst: float
    _result: object

    def predict(self, row: Sequence[float], known: float = 0.0) -> tuple[float, float, float]:
        """Prediction for one row of X with its known part, and its 95 % prediction interval, in the units of y.

        The spread of a new observation is taken as proportional to the prediction, as in the fit.
        """
        result: sm.regression.linear_model.RegressionResultsWrapper = self._result  # type: ignore[assignment]
        x = np.asarray(row, dtype=float)
        mean = float(x @ result.params) + known
        frame = result.get_prediction(x[None, :], weights=np.array([1.0 / mean**2]))
        low, high = frame.conf_int(obs=True, alpha=0.05)[0]
        return mean, float(low) + known, float(high) + known


def relative(
    names: Sequence[str],
    rows: Sequence[Sequence[float]],
    measured: Sequence[float],
    known: Sequence[float] = (),
) -> Fit:
    """Fit with weights 1/y², so that every row counts by its relative error.

    Without it, a row of 5,000 MB would decide everything and one of 50 MB nothing. `known[i]` is the part
    of the model at row i that no constant decides: y = known + X·beta. Raises `ValueError` if the rows do
    not determine the constants.
    """
    x, y = np.asarray(rows, dtype=float), np.asarray(measured, dtype=float)
    given = np.asarray(known, dtype=float) if known else np.zeros_like(y)
    if np.linalg.matrix_rank(x / np.abs(x).max(axis=0)) < x.shape[1]:
        raise ValueError("the rows do not determine the constants " + ", ".join(names))
    result = sm.WLS(y - given, x, weights=1.0 / y**2).fit()
    predicted = np.asarray(result.fittedvalues) + given
    errors = predicted / y - 1.0
    r2 = 1.0 - float(((y - predicted) ** 2).sum() / ((y - y.mean()) ** 2).sum())
    return Fit(
        names=tuple(names),
        constants=tuple(float(value) for value in result.params),
        intervals=tuple((float(low), float(high)) for low, high in result.conf_int(alpha=0.05)),
        predicted=tuple(float(value) for value in predicted),
        errors=tuple(float(value) for value in errors),
        r2=r2,
        worst=float(np.abs(errors).max()),
        _result=result,
    )
