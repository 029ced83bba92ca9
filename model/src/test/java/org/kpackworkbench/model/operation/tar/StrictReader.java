package org.kpackworkbench.model.operation.tar;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Reads a packed artifact as strictly as the programs of a build do: as a stream whose first member
 * is the manifest, and whose others lie below a listed prefix.
 */
public final class StrictReader {
  private StrictReader() {}

  /** The names of all members; fails where a build's program stops. */
  public static List<String> members(Path packed) throws IOException {
    List<String> names = new ArrayList<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new ZstdInputStream(new BufferedInputStream(Files.newInputStream(packed))), "UTF-8")) {
      TarArchiveEntry first = tar.getNextEntry();
      assertThat(first.getName()).isEqualTo("artifact_manifest.txt");
      assertThat(first.isFile()).isTrue();
      names.add(first.getName());
      List<String> prefixes =
          new String(tar.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        // A folder's name has no slash at its end there.
        String name = entry.getName().replaceAll("/$", "");
        assertThat(prefixes).as("not in manifest: %s", name).anyMatch(under(name));
        if (entry.isLink()) {
          assertThat(prefixes)
              .as("%s links to %s", name, entry.getLinkName())
              .anyMatch(under(entry.getLinkName()));
        }
        names.add(entry.getName());
      }
    }
    return names;
  }

  /** Reads it, and compares the digest beside it. */
  public static List<String> checked(Path packed) throws IOException {
    assertThat(packed.resolveSibling(packed.getFileName() + ".sha256sum"))
        .hasContent("%s  %s%n".formatted(sha256(packed), packed.getFileName()));
    return members(packed);
  }

  /**
   * What a tree's text has in common with that of the unpacked artifact: no folders to prefixes.
   */
  public static Map<String, String> packed(Map<String, String> tree, String... prefixes) {
    Map<String, String> left = new TreeMap<>(tree);
    left.keySet()
        .removeIf(
            path ->
                path.isEmpty()
                    || Stream.of(prefixes).anyMatch(each -> (each + "/").startsWith(path + "/")));
    return left;
  }

  private static java.util.function.Predicate<String> under(String name) {
    return prefix -> name.startsWith(prefix + "/");
  }

  private static String sha256(Path file) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
