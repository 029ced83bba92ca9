package org.kpackworkbench.model.operation.hostonly;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of chains of tools on a file, each distinct content made and examined once.
 *
 * <p>The tools read only the bytes: two chains that give the same bytes go on alike. Six tools make
 * 1554 chains of up to four, and of most files some dozens of contents. Safe for use by several
 * threads.
 */
final class ToolTree {
  private final Path folder;
  private final String name;
  private final Map<String, Content> contents = new ConcurrentHashMap<>();

  /** One content, and what is known of it. */
  final class Content {
    private final String hash;
    private final Path file;
    private final Map<PackagerTools, Optional<Content>> after = new ConcurrentHashMap<>();
    private final Map<String, Object> facts = new ConcurrentHashMap<>();

    private Content(String hash, Path file) {
      this.hash = hash;
      this.file = file;
    }

    String hash() {
      return hash;
    }

    Path file() {
      return file;
    }

    /** What a tool makes of it; null if the tool fails. */
    synchronized @Nullable Content after(PackagerTools tool)
        throws IOException, InterruptedException {
      Optional<Content> known = after.get(tool);
      if (known == null) {
        known = Optional.ofNullable(apply(this, tool));
        after.put(tool, known);
      }
      return known.orElse(null);
    }

    /** Something that is found out once. */
    @SuppressWarnings("unchecked")
    synchronized <T> T fact(String question, Finding<T> answer)
        throws IOException, InterruptedException {
      Object known = facts.get(question);
      if (known == null) {
        known = answer.of(file);
        facts.put(question, known);
      }
      return (T) known;
    }
  }

  /** Finds something out about a file. */
  interface Finding<T> {
    T of(Path file) throws IOException, InterruptedException;
  }

  /**
   * @param folder for the contents, each in a folder of its own
   */
  ToolTree(Path folder, String name) {
    this.folder = folder;
    this.name = name;
  }

  /** How many distinct contents there have been. */
  int size() {
    return contents.size();
  }

  /** Takes a file in. */
  Content start(Path file) throws IOException {
    Path copy = Files.createTempDirectory(folder, "start").resolve(name);
    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
    return take(copy);
  }

  private @Nullable Content apply(Content from, PackagerTools tool)
      throws IOException, InterruptedException {
    Path copy = Files.createTempDirectory(folder, "step").resolve(name);
    Files.copy(from.file, copy, StandardCopyOption.COPY_ATTRIBUTES);
    if (!tool.change(copy)) {
      Files.delete(copy);
      return null;
    }
    return take(copy);
  }

  private Content take(Path file) throws IOException {
    String hash = hash(file);
    Content made = new Content(hash, file);
    Content known = contents.putIfAbsent(hash, made);
    if (known == null) {
      return made;
    }
    Files.delete(file);
    return known;
  }

  private static String hash(Path file) throws IOException {
    try (InputStream in =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(((DigestInputStream) in).getMessageDigest().digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
