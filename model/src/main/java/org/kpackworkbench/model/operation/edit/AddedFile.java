package org.kpackworkbench.model.operation.edit;

import java.io.IOException;
import java.nio.file.Path;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.MappedFile;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;

/**
 * A file that becomes a code object of an archive.
 *
 * @param file the file, which is read when the archive is saved
 * @param key its binary key
 * @param target its target
 * @param type {@code hsaco} or {@code co}
 */
public record AddedFile(FileStamp file, String key, String target, String type) {

  /**
   * The target that a code object's own header states.
   *
   * @throws FormatException where the file is no code object, or states none
   */
  public static String statedTarget(Path file) throws IOException {
    try (MappedFile mapped = MappedFile.open(file)) {
      ByteView bytes = mapped.view();
      HeaderTarget target =
          HeaderTarget.of(bytes.slice(0, Math.min(HeaderTarget.SIZE_BYTES, bytes.size())));
      if (target == null) {
        throw FormatException.in(file.toString(), "code object", "", Reason.WRONG_MAGIC)
            .expected("an ELF file for AMD GPUs, which states its target")
            .found("something else")
            .build();
      }
      return target.target().toString();
    }
  }
}
