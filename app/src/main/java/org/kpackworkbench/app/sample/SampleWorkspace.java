package org.kpackworkbench.app.sample;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.UUID;
import org.kpackworkbench.model.base.bytes.Digests;
import org.kpackworkbench.model.base.text.HexText;

/**
 * The sample workspace, unpacked.
 *
 * @param folder where it lies
 */
public record SampleWorkspace(Path folder) {
  /** Files for new users; the window activates the last one. */
  private static final List<String> SHOWN =
      List.of(
          "kernels/kinds-gfx942.hsaco",
          ".kpack/kpackfix.kpm",
          ".kpack/kpackfix_gfx90a.kpack",
          "lib/libhostonly.so",
          "lib/libmixed.so",
          "lib/libmany.so");

  /** All files. */
  static final List<String> NAMES =
      List.of(
          "README.txt",
          "lib/libmany.so",
          "lib/libmixed.so",
          "lib/libhostonly.so",
          ".kpack/kpackfix_gfx1030.kpack",
          ".kpack/kpackfix_gfx1100.kpack",
          ".kpack/kpackfix_gfx90a.kpack",
          ".kpack/kpackfix_gfx942.kpack",
          ".kpack/kpackfix.kpm",
          "kernels/kinds-gfx942.hsaco");

  /**
   * Unpacks the sample where the user's data is kept; files that are there already stay as they
   * are, also when the user changed them. A program with another sample unpacks it beside.
   *
   * @throws IOException if that cannot be written
   */
  public static SampleWorkspace ofUser() throws IOException {
    Path data =
        DataFolder.of(
            System.getProperty("os.name", ""),
            System.getenv(),
            Path.of(System.getProperty("user.home", "")));
    return unpack(data.resolve("sample-" + version()));
  }

  /** Unpacks the sample into a folder; files that are there already stay as they are. */
  static SampleWorkspace unpack(Path folder) throws IOException {
    for (String name : NAMES) {
      Path file = folder.resolve(name);
      if (!Files.exists(file)) {
        Files.createDirectories(file.getParent());
        write(name, file);
      }
    }
    return new SampleWorkspace(folder);
  }

  private static void write(String name, Path file) throws IOException {
    Path fresh = file.resolveSibling("." + UUID.randomUUID() + ".part");
    try {
      Files.write(fresh, content(name));
      Files.move(fresh, file);
    } catch (FileAlreadyExistsException meanwhile) {
      // Another start of the program was faster.
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /** The files to open, in this order. */
  public List<Path> files() {
    return SHOWN.stream().map(folder::resolve).toList();
  }

  /** Returns the content of a file that the program carries, by its name. */
  static byte[] content(String name) throws IOException {
    try (InputStream stream = SampleWorkspace.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IOException("the sample file " + name + " is missing from the program");
      }
      return stream.readAllBytes();
    }
  }

  private static String version() throws IOException {
    MessageDigest digest = Digests.sha256();
    for (String name : NAMES) {
      digest.update(content(name));
    }
    return HexText.first(digest.digest(), 4);
  }
}
