package org.kpackworkbench.views.operation.edit.kpm;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.text.HexText;
import org.kpackworkbench.model.format.kpm.Checksum;
import org.kpackworkbench.model.format.kpm.ManifestDialect;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.operation.edit.ManifestEdit;

/** Fields of a row about an archive: how each is written in a field, and read from one. */
enum RowField {
  TARGET("Target", "gfx90a:xnack+"),
  FILE("File", "component_gfx90a.kpack"),
  SIZE("Size", "in bytes; empty: not stated"),
  KERNELS("Kernels", "empty: not stated"),
  SHA256("SHA-256", "64 hexadecimal digits; empty: not stated");

  private static final int MOST_DIGITS = 18;

  private final String title;
  private final String prompt;

  RowField(String title, String prompt) {
    this.title = title;
    this.prompt = prompt;
  }

  /** Returns the title of the field. */
  String title() {
    return title;
  }

  /** Returns the prompt of the field. */
  String prompt() {
    return prompt;
  }

  /** A name for tests and settings. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the value of a row, as it is typed; empty if it has none. */
  String text(ManifestEdit.Row row) {
    Checksum sha256 = row.sha256();
    return switch (this) {
      case TARGET -> row.target();
      case FILE -> row.file();
      case SIZE -> row.sizeBytes() < 0 ? "" : Long.toString(row.sizeBytes());
      case KERNELS -> row.kernelCount() < 0 ? "" : Long.toString(row.kernelCount());
      case SHA256 -> sha256 == null ? "" : sha256.toString();
    };
  }

  /**
   * Whether a dialect has a place for it; lists have none for sizes, but keep those that were
   * there.
   */
  boolean hasPlaceIn(ManifestDialect dialect) {
    return dialect == ManifestDialect.BY_ARCHITECTURE || (this != SIZE && this != KERNELS);
  }

  /**
   * The row with this in place of what it said.
   *
   * @throws IllegalArgumentException if that cannot be read, or is of no use; the message says why
   *     in a sentence
   */
  ManifestEdit.Row with(ManifestEdit.Row row, String typed) {
    String text = typed.strip();
    return switch (this) {
      case TARGET ->
          new ManifestEdit.Row(
              text.equals(row.target()) ? text : target(text),
              row.file(),
              row.sizeBytes(),
              row.kernelCount(),
              row.sha256());
      case FILE ->
          new ManifestEdit.Row(
              row.target(), file(text), row.sizeBytes(), row.kernelCount(), row.sha256());
      case SIZE ->
          new ManifestEdit.Row(
              row.target(), row.file(), number(text), row.kernelCount(), row.sha256());
      case KERNELS ->
          new ManifestEdit.Row(
              row.target(), row.file(), row.sizeBytes(), number(text), row.sha256());
      case SHA256 ->
          new ManifestEdit.Row(
              row.target(), row.file(), row.sizeBytes(), row.kernelCount(), checksum(text));
    };
  }

  private static String target(String text) {
    String right;
    try {
      right = GpuTarget.parse(text).toString();
    } catch (IllegalArgumentException noTarget) {
      throw new IllegalArgumentException(
          "A target is expected, such as gfx90a:xnack+; found “%s”.".formatted(text), noTarget);
    }
    if (!right.equals(text)) {
      throw new IllegalArgumentException(
          "Loaders compare the text: write “%s” instead of “%s”.".formatted(right, text));
    }
    return text;
  }

  private static String file(String text) {
    if (!ManifestRow.isFileName(text)) {
      throw new IllegalArgumentException(
          "Archives lie in the manifest's own folder: a file name is expected, found “%s”."
              .formatted(text));
    }
    return text;
  }

  private long number(String text) {
    String digits = text.replaceAll("[ _\u00a0\u202f]", "");
    if (digits.isEmpty()) {
      return -1;
    }
    if (!digits.matches("[0-9]{1," + MOST_DIGITS + "}")) {
      throw new IllegalArgumentException(
          "%s: a whole number is expected, found “%s”.".formatted(title, text));
    }
    return Long.parseLong(digits);
  }

  private static @Nullable Checksum checksum(String text) {
    if (text.isEmpty()) {
      return null;
    }
    if (!text.matches("[0-9a-fA-F]{%d}".formatted(2 * Checksum.BYTES))) {
      throw new IllegalArgumentException(
          "A SHA-256 has 64 hexadecimal digits; found “%s” with %d characters."
              .formatted(text, text.length()));
    }
    return new Checksum(HexText.parse(text.toLowerCase(Locale.ROOT)));
  }
}
