package org.kpackworkbench.views.operation.edit.kpack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.bytes.OpenFile;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.codeobject.HeaderTarget;
import org.kpackworkbench.model.format.kpack.BinaryKey;
import org.kpackworkbench.model.operation.edit.EditedRows;
import org.kpackworkbench.model.operation.edit.FileStamp;
import org.kpackworkbench.model.operation.extract.NamePattern;

/**
 * A file that may become a code object of an archive.
 *
 * @param stamp the file as it was examined
 * @param target the target that it states; empty if it cannot be used
 * @param key the key that is proposed; empty if none is known
 * @param problem why it cannot be used; null if it can
 */
record FoundFile(Path path, @Nullable FileStamp stamp, String target, String key, String problem) {
  /**
   * Examines files, in the background. A file that was extracted from the archive, or is named as
   * if it were, has the key that its name says; no key is guessed for others.
   *
   * @param rows the existing rows
   * @param names how extracted files are named
   */
  static List<FoundFile> of(List<Path> files, EditedRows rows, NamePattern names) {
    Set<BinaryKey> keys = new LinkedHashSet<>();
    for (int i = 0; i < rows.count(); i++) {
      keys.add(rows.row(i).key());
    }
    return files.stream().map(file -> of(file, keys, names)).toList();
  }

  private static FoundFile of(Path file, Set<BinaryKey> keys, NamePattern names) {
    try {
      String target = target(file);
      String name = String.valueOf(file.getFileName());
      List<BinaryKey> named =
          keys.stream().filter(key -> name.equals(name(file, key, target, names))).toList();
      String key = named.size() == 1 ? named.getFirst().text() : "";
      return new FoundFile(file, FileStamp.of(file), target, key, "");
    } catch (IOException why) {
      return new FoundFile(file, null, "", "", EditForm.words(why));
    }
  }

  private static String name(Path file, BinaryKey key, String target, NamePattern names) {
    String path =
        names.path(
            new Place.CodeObject(
                new Place.File(file), key.binary(), key.index(), target, null, false),
            "");
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /**
   * The target that a file states.
   *
   * @throws IOException if it cannot be read, or is no code object
   */
  static String target(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw notACodeObject(file, "a folder, a device or something else that is not a regular file");
    }
    try (OpenFile open = OpenFile.open(file)) {
      ByteView bytes = open.view();
      HeaderTarget target =
          HeaderTarget.of(bytes.slice(0, Math.min(HeaderTarget.SIZE_BYTES, bytes.size())));
      if (target == null) {
        throw notACodeObject(file, "something else");
      }
      return target.target().toString();
    }
  }

  private static FormatException notACodeObject(Path file, String found) {
    return FormatException.in(file.toString(), "code object", "", Reason.UNSUPPORTED)
        .mismatch("an ELF file for AMD GPUs, which states its target", found);
  }
}
