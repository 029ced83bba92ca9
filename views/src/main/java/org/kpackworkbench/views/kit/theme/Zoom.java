package org.kpackworkbench.views.kit.theme;

import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;

/** How large everything is drawn: 1 is the normal size, from 0.6 to 3. */
public final class Zoom {
  private static final double[] STEPS = {0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3};

  private final ReadOnlyDoubleWrapper factor = new ReadOnlyDoubleWrapper(1);

  /** How many times as large as usual everything is. */
  public ReadOnlyDoubleProperty factorProperty() {
    return factor.getReadOnlyProperty();
  }

  /** How many times as large as usual everything is, right now. */
  public double factor() {
    return factor.get();
  }

  /** Sets the factor, brought into its range; what is not a number becomes 1. */
  public void set(double wanted) {
    factor.set(Double.isFinite(wanted) ? Math.clamp(wanted, STEPS[0], STEPS[STEPS.length - 1]) : 1);
  }

  /** The next larger step. */
  public void in() {
    for (double step : STEPS) {
      if (step > factor.get() + 0.001) {
        factor.set(step);
        return;
      }
    }
  }

  /** The next smaller step. */
  public void out() {
    for (int i = STEPS.length - 1; i >= 0; i--) {
      if (STEPS[i] < factor.get() - 0.001) {
        factor.set(STEPS[i]);
        return;
      }
    }
  }

  /** Back to the normal size. */
  public void reset() {
    factor.set(1);
  }
}
