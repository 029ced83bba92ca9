package org.kpackworkbench.model.crash;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What lies in a folder.
 *
 * @param content what has a final name: its path, and its mode and checksum
 * @param leftovers top-most paths with the names that the program gives what it is working on
 */
record CrashTree(SortedMap<String, String> content, List<String> leftovers) {
  /** As they are in the documentation of the classes that write. */
  private static final Pattern OURS =
      Pattern.compile("\\..+\\.kpack-workbench-\\d+-[0-9a-f]{8}\\.(part|part\\.old|old|work)");

  static CrashTree of(Path folder) throws IOException {
    SortedMap<String, String> content = new TreeMap<>();
    List<String> leftovers = new ArrayList<>();
    read(folder, folder, content, leftovers);
    return new CrashTree(content, leftovers);
  }

  private static void read(
      Path root, Path folder, SortedMap<String, String> content, List<String> leftovers)
      throws IOException {
    List<Path> children;
    try (Stream<Path> all = Files.list(folder)) {
      children = all.sorted().toList();
    }
    for (Path child : children) {
      String name = root.relativize(child).toString();
      if (isOurs(child)) {
        leftovers.add(name);
      } else if (Files.isSymbolicLink(child)) {
        content.put(name, "link to " + Files.readSymbolicLink(child));
      } else if (Files.isDirectory(child)) {
        content.put(name + "/", mode(child));
        read(root, child, content, leftovers);
      } else {
        content.put(name, mode(child) + " " + digest(child));
      }
    }
  }

  static boolean isOurs(Path path) {
    return OURS.matcher(String.valueOf(path.getFileName())).matches();
  }

  private static String mode(Path path) throws IOException {
    return Files.getPosixFilePermissions(path).toString();
  }

  private static String digest(Path file) throws IOException {
    try (InputStream bytes =
        new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
      bytes.transferTo(java.io.OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(((DigestInputStream) bytes).getMessageDigest().digest());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The part of one entry of the folder: the entry itself and what is below it. */
  private SortedMap<String, String> entry(String name) {
    SortedMap<String, String> part = new TreeMap<>();
    content.forEach(
        (path, what) -> {
          if (entryOf(path).equals(name)) {
            part.put(path, what);
          }
        });
    return part;
  }

  private static String entryOf(String path) {
    int slash = path.indexOf('/');
    return slash < 0 ? path : path.substring(0, slash);
  }

  /**
   * Entries that are neither what they were nor what they are to be; nothing is what a new one was,
   * and what one that goes will be.
   */
  List<String> neither(CrashTree old, CrashTree wanted) {
    return Stream.of(this, old, wanted)
        .flatMap(tree -> tree.content.keySet().stream())
        .map(CrashTree::entryOf)
        .distinct()
        .filter(
            name -> !entry(name).equals(old.entry(name)) && !entry(name).equals(wanted.entry(name)))
        .toList();
  }

  boolean sameContent(CrashTree other) {
    return content.equals(other.content);
  }
}
