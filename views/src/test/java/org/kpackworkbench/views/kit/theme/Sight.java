package org.kpackworkbench.views.kit.theme;

import javafx.scene.paint.Color;

/**
 * Colours as people see them who lack the cones for red or green, after Machado, Oliveira and
 * Fernandes (2009), severity 1.
 */
enum Sight {
  FULL(new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
  PROTANOPIA(
      new double[][] {
        {0.152286, 1.052583, -0.204868},
        {0.114503, 0.786281, 0.099216},
        {-0.003882, -0.048116, 1.051998}
      }),
  DEUTERANOPIA(
      new double[][] {
        {0.367322, 0.860646, -0.227968},
        {0.280085, 0.672501, 0.047413},
        {-0.011820, 0.042940, 0.968881}
      });

  private final double[][] matrix;

  Sight(double[][] matrix) {
    this.matrix = matrix;
  }

  /** The colour as seen, in CIE L*a*b*. */
  double[] of(Color color) {
    double[] linear = {linear(color.getRed()), linear(color.getGreen()), linear(color.getBlue())};
    double[] seen = new double[3];
    for (int row = 0; row < 3; row++) {
      for (int column = 0; column < 3; column++) {
        seen[row] += matrix[row][column] * linear[column];
      }
      seen[row] = Math.clamp(seen[row], 0, 1);
    }
    double x = f((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505);
    double y = f(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
    double z = f((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089);
    return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
  }

  /** The difference of two colours (CIE 1976); one that can just be seen is about 2. */
  static double distance(double[] a, double[] b) {
    return Math.sqrt(
        (a[0] - b[0]) * (a[0] - b[0])
            + (a[1] - b[1]) * (a[1] - b[1])
            + (a[2] - b[2]) * (a[2] - b[2]));
  }

  private static double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
  }

  private static double f(double t) {
    return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16.0 / 116;
  }
}
