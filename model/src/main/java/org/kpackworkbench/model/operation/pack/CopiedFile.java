package org.kpackworkbench.model.operation.pack;

import java.nio.file.Path;
import java.util.Locale;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.operation.hostonly.ConversionRefusedException;
import org.kpackworkbench.model.operation.hostonly.Refusal;
import org.kpackworkbench.model.operation.output.Finding;

/** Says why a file of a tree is copied as it is. */
public final class CopiedFile {
  private CopiedFile() {}

  /** It cannot be converted. */
  public static Finding refused(Path file, ConversionRefusedException refused) {
    // A file that is not for this machine is no surprise in a tree.
    boolean foreign = refused.refusal() == Refusal.NOT_X86_64_ELF;
    return new Finding(
        foreign ? Finding.Severity.NOTE : Finding.Severity.ERROR,
        refused.refusal().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        file,
        "copied unchanged: %s%s"
            .formatted(
                refused.refusal().words(),
                refused.details().isEmpty() ? "" : " (" + refused.details() + ")"),
        foreign ? "" : refused.refusal().advice());
  }

  /** It cannot be read as what it seems to be. */
  public static Finding unreadable(Path file, FormatException failure) {
    return new Finding(
        Finding.Severity.ERROR,
        failure.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        file,
        "copied unchanged: " + failure.getMessage(),
        "");
  }
}
