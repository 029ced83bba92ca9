package org.kpackworkbench.views.analysis.coverage;

import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageCell;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.views.kit.theme.OwnerColors;

/** How cells look: each kind has a sign of its own beside its colour. */
enum CellLooks {
  PRESENT("✓", "in an archive"),
  INSIDE("■", "inside the fat binary"),
  SHARED("≈", "served by code that names fewer features"),
  HOLE("✖", "missing"),
  UNSURE("?", "perhaps missing"),
  ABSENT("–", "no archive for it"),
  /** What a compressed bundle holds, say. */
  UNKNOWN("·", "not known"),
  NOTHING("", "nothing to be expected");

  private final String sign;
  private final String words;

  CellLooks(String sign, String words) {
    this.sign = sign;
    this.words = words;
  }

  static CellLooks of(CoverageCell cell) {
    return switch (cell) {
      case CoverageCell.Present present -> PRESENT;
      case CoverageCell.Inside inside -> INSIDE;
      case CoverageCell.Shared shared -> SHARED;
      case CoverageCell.Hole hole ->
          hole.certainty() == CoverageCell.Certainty.POSSIBLE ? UNSURE : HOLE;
      case CoverageCell.Absent absent -> ABSENT;
      case CoverageCell.NotApplicable never -> never.place() == null ? NOTHING : UNKNOWN;
    };
  }

  /** The sign in the cell. */
  String sign() {
    return sign;
  }

  /** What it means, for legends and copies. */
  String words() {
    return words;
  }

  /** The colour behind the sign; null for that of the table. */
  @Nullable Color color(OwnerColors colors, @Nullable GpuTarget target) {
    return switch (this) {
      case PRESENT, INSIDE ->
          target == null ? colors.of(OwnerKind.DEVICE_CODE) : colors.ofTarget(target);
      case SHARED -> colors.of(OwnerKind.METADATA);
      case HOLE -> colors.of(OwnerKind.PROBLEM);
      case ABSENT -> colors.of(OwnerKind.PADDING);
      case UNSURE, UNKNOWN, NOTHING -> null;
    };
  }
}
