package org.kpackworkbench.model.format.packages;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.files.SystemText;
import org.kpackworkbench.model.base.job.Maker;

/**
 * The packages that are installed in folders: Python's, which have a folder {@code .dist-info}
 * each, Debian's, which dpkg lists in {@code var/lib/dpkg}, and those in the {@link RpmDatabase} of
 * rpm. Each folder is read once. Safe for use by many threads.
 */
public final class InstalledPackages {
  /** States of dpkg in which a package's files are there. */
  private static final Set<String> UNPACKED =
      Set.of("installed", "unpacked", "half-configured", "triggers-awaited", "triggers-pending");

  private static final String INFO = ".dist-info";
  private static final String STATUS = "var/lib/dpkg/status";

  /** Folders and files of a Debian package without files. */
  private static final Pattern DESCRIPTION =
      Pattern.compile("\\.|usr|usr/share|usr/share/(?:doc|lintian)(?:/.*)?");

  private static final int MOST_TEXT_BYTES = 64 << 20;
  private static final int FIRST_TEXT_BYTES = 1 << 18;

  private final Map<Path, List<Installed>> wheels = new ConcurrentHashMap<>();
  private final Map<Path, List<Installed>> debian = new ConcurrentHashMap<>();
  private final Map<Path, List<Installed>> rpm = new ConcurrentHashMap<>();
  private final Map<Path, FormatException> unread = new ConcurrentHashMap<>();
  private final Map<Folder, Map<Path, Installed>> owners = new ConcurrentHashMap<>();
  private final Map<Folder, Boolean> listed = new ConcurrentHashMap<>();

  private record Folder(Path root, Path folder) {
    /** The beginning of the paths of its files from the root. */
    String start() {
      return folder.equals(root) ? "" : "%s/".formatted(root.relativize(folder));
    }
  }

  /**
   * An installed package.
   *
   * @param root the folder that its paths count from
   * @param listing the file that lists its files; it may be missing
   * @param files its files where the listing has those of other packages, too; else null
   */
  public record Installed(
      PackageFormat format,
      PackageFacts facts,
      Path root,
      Path listing,
      @Nullable List<String> files) {

    /** Returns the paths that begin with a text: lists of a whole system are long. */
    public List<String> paths(String start) throws IOException {
      List<String> paths = new ArrayList<>();
      if (files != null) {
        files.forEach(file -> add(file.substring(1), start, paths));
        return paths;
      }
      if (!Files.isRegularFile(listing)) {
        return paths;
      }
      if (format == PackageFormat.WHEEL) {
        for (WheelRecord.Row row : WheelRecord.read(listing).rows()) {
          add(row.path(), start, paths);
        }
        return paths;
      }
      String lines = text(listing);
      // A system has hundreds of lists, and most have nothing of a folder.
      if (lines.contains(start)) {
        lines
            .lines()
            .forEach(line -> add(line.startsWith("/") ? line.substring(1) : line, start, paths));
      }
      return paths;
    }

    /** Whether an archive that it lists is not there, or what it lists is not known. */
    boolean hasLostArchives() throws IOException {
      return !Files.isRegularFile(listing)
          || paths("").stream()
              .anyMatch(path -> path.endsWith(".kpack") && !Files.exists(root.resolve(path)));
    }

    /** Whether it lists more than what describes it. */
    boolean hasFiles() throws IOException {
      return !Files.isRegularFile(listing)
          || paths("").stream().anyMatch(path -> !DESCRIPTION.matcher(path).matches());
    }

    /** Files that are installed outside of the root are no files of the tree. */
    private static void add(String path, String start, List<String> paths) {
      if (path.startsWith(start)
          && !path.isEmpty()
          && !path.startsWith("/")
          && !path.startsWith("../")
          && path.indexOf('\0') < 0) {
        paths.add(path);
      }
    }

    /** Whether a file of a package without a listing has the package's name in its path. */
    private boolean isNamedLike(Path file) {
      return format == PackageFormat.WHEEL
          && !Files.isRegularFile(listing)
          && file.startsWith(root)
          && !file.equals(root)
          && Wheel.normalized(root.relativize(file).getName(0).toString())
              .equals(Wheel.normalized(facts.name()));
    }
  }

  /**
   * The packages that are installed in a folder; empty if it has no descriptions of packages.
   *
   * @throws IOException if descriptions cannot be read
   */
  public List<Installed> in(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    List<Installed> known = new ArrayList<>(kept(wheels, absolute, InstalledPackages::wheels));
    known.addAll(kept(debian, absolute, InstalledPackages::debian));
    known.addAll(kept(rpm, absolute, this::rpm));
    return List.copyOf(known);
  }

  private static List<Installed> kept(
      Map<Path, List<Installed>> kept, Path root, Maker<Path, List<Installed>> reader)
      throws IOException {
    List<Installed> known = kept.get(root);
    if (known == null) {
      known = reader.make(root);
      kept.put(root, known);
    }
    return known;
  }

  /**
   * The package that a file was installed with.
   *
   * @return empty if no folder above the file has a description of one
   * @throws IOException if descriptions cannot be read
   */
  public Optional<Installed> owner(Path file) throws IOException {
    Path absolute = file.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    for (@Nullable Path at = folder; folder != null && at != null; at = at.getParent()) {
      Installed owner = owners(new Folder(at, folder)).get(absolute);
      if (owner != null) {
        return Optional.of(owner);
      }
    }
    return Optional.empty();
  }

  /** Owners of the files of one folder: the lists of all packages are too long to be kept. */
  private Map<Path, Installed> owners(Folder folder) throws IOException {
    Map<Path, Installed> known = owners.get(folder);
    if (known != null) {
      return known;
    }
    List<Installed> installed =
        new ArrayList<>(kept(wheels, folder.root(), InstalledPackages::wheels));
    if (isListed(folder)) {
      installed.addAll(kept(debian, folder.root(), InstalledPackages::debian));
    }
    installed.addAll(kept(rpm, folder.root(), this::rpm));
    Map<Path, Installed> found = new HashMap<>();
    String start = folder.start();
    for (Installed each : installed) {
      for (String path : each.paths(start)) {
        if (path.indexOf('/', start.length()) < 0) {
          found.putIfAbsent(SystemText.below(folder.root(), path), each);
        }
      }
    }
    for (Installed each : installed) {
      if (each.isNamedLike(folder.folder().resolve("file"))) {
        FolderList.of(folder.folder()).forEach(file -> found.putIfAbsent(file, each));
      }
    }
    owners.put(folder, found);
    return found;
  }

  /**
   * Whether dpkg knows a folder: its lists tell that sooner than descriptions of all packages. It
   * knows all folders above one that it knows.
   */
  private boolean isListed(Folder folder) throws IOException {
    Path above = folder.folder().getParent();
    if (folder.folder().equals(folder.root()) || above == null) {
      return Files.isDirectory(folder.root().resolve(Packages.DPKG_LISTS));
    }
    Boolean known = listed.get(folder);
    if (known == null) {
      // Names below the root are short, so looking for them takes long, and tells little.
      Path first = folder.root().equals(above.getParent()) ? folder.root() : above;
      known =
          isListed(new Folder(folder.root(), first))
              && hasLine(folder.root().resolve(Packages.DPKG_LISTS), folder.start());
      listed.put(folder, known);
    }
    return known;
  }

  private static boolean hasLine(Path lists, String start) throws IOException {
    byte[] wanted = start.getBytes(StandardCharsets.UTF_8);
    ByteBuffer text = ByteBuffer.allocate(FIRST_TEXT_BYTES);
    for (Path list : FolderList.of(lists, "*.list")) {
      text = read(list, text.clear());
      if (contains(text.array(), text.position(), wanted)) {
        return true;
      }
    }
    return false;
  }

  /** Reads a whole file into memory that is used again; into more where it does not suffice. */
  private static ByteBuffer read(Path file, ByteBuffer into) throws IOException {
    ByteBuffer text = into;
    if (!Files.isRegularFile(file)) {
      return text;
    }
    try (FileChannel channel = FileChannel.open(file)) {
      while (channel.read(text) >= 0) {
        if (text.position() > MOST_TEXT_BYTES) {
          throw tooLarge(file);
        }
        if (!text.hasRemaining()) {
          text = ByteBuffer.allocate(2 * text.capacity()).put(text.flip());
        }
      }
    }
    return text;
  }

  // Compares one byte in so many as are wanted, since the lists of a system are megabytes.
  private static boolean contains(byte[] text, int length, byte[] wanted) {
    int last = wanted.length - 1;
    int[] steps = new int[256];
    Arrays.fill(steps, wanted.length);
    for (int i = 0; i < last; i++) {
      steps[wanted[i] & 0xff] = last - i;
    }
    for (int end = last; end < length; end += steps[text[end] & 0xff]) {
      if (text[end] == wanted[last]
          && Arrays.equals(text, end - last, end + 1, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  private static List<Installed> wheels(Path folder) throws IOException {
    List<Installed> found = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return found;
    }
    try {
      List<Path> infos = FolderList.of(folder);
      infos.removeIf(info -> !isInfo(info));
      for (Path info : infos) {
        PackageFacts facts =
            PackageFacts.wheel(text(info.resolve("METADATA")), text(info.resolve("WHEEL")), "");
        found.add(
            new Installed(
                PackageFormat.WHEEL, facts, folder, info.resolve(WheelRecord.NAME), null));
      }
    } catch (AccessDeniedException notForThisUser) {
      // Folders above a tree may belong to others; what they have is not known.
      return List.of();
    }
    return found;
  }

  private static boolean isInfo(Path path) {
    return path.getFileName().toString().endsWith(INFO)
        && Files.isRegularFile(path.resolve("METADATA"));
  }

  private static String text(Path file) throws IOException {
    return SystemText.escaped(bytes(file));
  }

  private static byte[] bytes(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return new byte[0];
    }
    if (Files.size(file) > MOST_TEXT_BYTES) {
      throw tooLarge(file);
    }
    return Files.readAllBytes(file);
  }

  private static FormatException tooLarge(Path file) throws IOException {
    return FormatException.in(file.toString(), "description", "", FormatException.Reason.TOO_LARGE)
        .mismatch("at most %d bytes".formatted(MOST_TEXT_BYTES), Long.toString(Files.size(file)));
  }

  private static List<Installed> debian(Path root) throws IOException {
    List<Installed> found =
        described(PackageFormat.DEB, root, Packages.DPKG_STATUS, Packages.DPKG_LISTS);
    Path status = root.resolve(STATUS);
    if (Files.isReadable(status)) {
      for (String paragraph : text(status).split("\n\\s*\n", -1)) {
        // Packages that were removed, or never installed, are listed, too.
        String state = PackageFacts.Fields.of(paragraph).first("status");
        if (UNPACKED.contains(state.substring(state.lastIndexOf(' ') + 1))) {
          add(PackageFormat.DEB, root, Packages.DPKG_LISTS, paragraph, found);
        }
      }
    }
    return found;
  }

  private List<Installed> rpm(Path root) throws IOException {
    List<Installed> found =
        described(PackageFormat.RPM, root, Packages.RPM_STATUS, Packages.RPM_LISTS);
    for (Path database : found.isEmpty() ? RpmDatabase.below(root) : List.<Path>of()) {
      try {
        for (RpmDatabase.Entry each : RpmDatabase.packages(database)) {
          found.add(new Installed(PackageFormat.RPM, each.facts(), root, database, each.files()));
        }
      } catch (FormatException notRead) {
        unread.put(database, notRead);
      }
    }
    return found;
  }

  /** Databases that do not say which packages are installed, and why. */
  public Map<Path, FormatException> unread() {
    return Map.copyOf(unread);
  }

  /** Distributions without a package manager keep a file for each package in a folder. */
  private static List<Installed> described(
      PackageFormat format, Path root, String folder, String lists) throws IOException {
    List<Installed> found = new ArrayList<>();
    Path single = root.resolve(folder);
    if (Files.isDirectory(single)) {
      for (Path file : FolderList.of(single)) {
        if (!file.getFileName().toString().endsWith(".md5sums")) {
          add(format, root, lists, text(file), found);
        }
      }
    }
    return found;
  }

  private static void add(
      PackageFormat format, Path root, String folder, String control, List<Installed> found) {
    PackageFacts facts = PackageFacts.debian(control, "", Map.of("control", control));
    if (!facts.name().isEmpty()) {
      Path lists = root.resolve(folder);
      Path own = lists.resolve(facts.name() + ".list");
      Path machine = lists.resolve("%s:%s.list".formatted(facts.name(), facts.architecture()));
      Path listing = Files.isRegularFile(machine) ? machine : own;
      found.add(new Installed(format, facts, root, listing, null));
    }
  }
}
