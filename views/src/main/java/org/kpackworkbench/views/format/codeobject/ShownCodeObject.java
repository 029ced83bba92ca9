package org.kpackworkbench.views.format.codeobject;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.CodeObjectDocument;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.views.spi.CodeObjectSource;

/**
 * The code object that pages are about.
 *
 * @param code the code object
 * @param place what its kernels and sections are below: a file or a code object
 * @param row where it is filed; null for a file of its own
 */
record ShownCodeObject(CodeObject code, Place place, @Nullable CodeObjectRow row) {

  /** A file that is a code object. */
  static ShownCodeObject of(CodeObjectDocument document) {
    return new ShownCodeObject(document.code(), document.place(), null);
  }

  /**
   * Opens a code object inside a file, unpacking it where it is packed. In the background.
   *
   * @throws FormatException if it is none: SPIR-V, another kind of file, damaged
   */
  static ShownCodeObject load(CodeObjectSource source, Place.CodeObject place, Progress progress)
      throws IOException {
    CodeObjects all = source.document().codeObjects();
    int number = all.rowOf(place).orElse(-1);
    CodeObjectRow row = number < 0 ? null : all.row(number);
    if (row != null && row.problem() != null) {
      throw row.problem();
    }
    Document inner = source.inner(place, progress);
    if (inner instanceof CodeObjectDocument document) {
      // The row's place also knows the range, which a place that was typed or kept may not.
      return new ShownCodeObject(document.code(), row == null ? place : row.place(), row);
    }
    if (!inner.problems().isEmpty()) {
      throw inner.problems().getFirst();
    }
    throw FormatException.in(
            place.file().toString(), place.label(), "", FormatException.Reason.UNSUPPORTED)
        .expected("an ELF file for an AMD GPU")
        .found(inner.format().words())
        .advice("Its bytes can still be shown and extracted.")
        .build();
  }
}
