package org.kpackworkbench.views.format.folder;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.members.MemberFileSystem;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.artifact.ArtifactFolder;
import org.kpackworkbench.model.format.artifact.ArtifactManifest;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.model.format.packages.PackageFile;
import org.kpackworkbench.model.format.packages.Packages;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.FileSummary.Group;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.NamedFormat;
import org.kpackworkbench.views.kit.dialog.ErrorText;
import org.kpackworkbench.views.spi.FormatRooms;
import org.kpackworkbench.views.spi.OpenedFile;

/** A folder that is open as a whole. Immutable but for what was found out meanwhile; any thread. */
public final class FolderFile implements OpenedFile {
  private static final Databases DATABASES = Databases.installed();

  private static final int HEAD_BYTES = 64 << 10;
  private static final long LARGE_BYTES = 16L << 20;

  private final FolderContent content;
  private final Path tree;
  private final @Nullable PackageFile packed;
  private final FormatRooms rooms;
  private final List<String> libraries;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Map<Class<?>, Object> found = new HashMap<>();

  private FolderFile(FolderContent content, @Nullable PackageFile packed, FormatRooms rooms)
      throws IOException {
    this.content = content;
    this.tree = tree(content);
    this.libraries = libraries(tree);
    this.packed = packed;
    this.rooms = rooms;
  }

  /** Opens a folder: reads the manifests of its artifacts, and nothing else. In the background. */
  public static FolderFile load(Path folder, FormatRooms rooms) throws IOException {
    return new FolderFile(FolderContent.of(folder), null, rooms);
  }

  /** Loads the content of a package, with its own description. In the background. */
  public static FolderFile load(PackageFile file, FormatRooms rooms) throws IOException {
    Path top = file.tree().root().toAbsolutePath();
    return new FolderFile(FolderContent.of(top), file, rooms);
  }

  /**
   * Whether a folder is shown as a whole: an artifact, a shard, a tree. What cannot be read is not.
   * In the background.
   */
  public static boolean opensAsWhole(Path folder) {
    return FolderKind.opensAsWhole(folder);
  }

  /** Packages that are damaged, or not installed together, are files as others. */
  private static Path tree(FolderContent content) throws IOException {
    try {
      return content.kind() == FolderKind.PACKAGES
          ? Packages.whole(content.root(), UnpackBudget.one(), Progress.NONE)
          : content.root();
    } catch (FormatException damaged) {
      return content.root();
    }
  }

  /** The files as they are installed: of a folder of packages what is in these together. */
  public Path tree() {
    return tree;
  }

  /** The place of something in {@link #tree}. */
  public Place inTree(String path) {
    return tree.equals(content.root()) ? entry(path) : new Place.Entry(new Place.File(tree), path);
  }

  /** Whether there are packages or artifacts to choose from. */
  public boolean holdsPackages() {
    return packed != null
        || content.kind() == FolderKind.SHARD
        || content.kind() == FolderKind.PACKAGES;
  }

  /** The names of the shared libraries that are where a tree has them: not deep in it. */
  public List<String> libraries() {
    return libraries;
  }

  private static List<String> libraries(Path root) throws IOException {
    List<Path> folders = new ArrayList<>(List.of(root));
    for (Path top : FolderList.of(root)) {
      folders.add(top);
      folders.add(top.resolve("lib"));
    }
    List<String> names = new ArrayList<>();
    for (Path folder : folders) {
      if (Files.isDirectory(folder) && Files.isReadable(folder)) {
        FolderList.of(folder, "lib*.so*").forEach(file -> names.add(file.getFileName().toString()));
      }
    }
    return List.copyOf(names);
  }

  FolderContent content() {
    return content;
  }

  /** The package that holds the files; null if they are in a folder. */
  @Nullable PackageFile packed() {
    return packed;
  }

  /** The formats of its files, and their icons. */
  FormatRooms rooms() {
    return rooms;
  }

  /** Summarizes one file of the folder; in the background. */
  FileSummary summary(String path) {
    return summary(content.root().resolve(path), path, closed::get);
  }

  /**
   * Summarizes a file or a link, which is not followed. Unpacks nothing.
   *
   * @param path the path to it from the folder, by which kernel databases are recognised
   */
  FileSummary summary(Path file, String path, Progress progress) {
    FileSummary summary = summary(file, progress);
    Group group = summary.group();
    return group.equals(Group.LINK) || group.equals(Group.UNREADABLE)
        ? summary
        : DATABASES.recognise(path).map(database -> in(database, summary)).orElse(summary);
  }

  /** Returns the summary of a file as one of a kernel database. */
  private static FileSummary in(DatabaseFile database, FileSummary file) {
    String whose = database.architecture() == null ? "" : " for " + database.architecture();
    return file.in(
        Group.DATABASE, "%s database%s, %s".formatted(database.database(), whose, file.words()));
  }

  private FileSummary summary(Path file, Progress progress) {
    try {
      if (Files.isSymbolicLink(file)) {
        String words = "link to " + Files.readSymbolicLink(file);
        return new FileSummary(NamedFormat.SPECIAL, Group.LINK, words);
      }
      if (!Files.isRegularFile(file)) {
        return new FileSummary(NamedFormat.SPECIAL, Group.OTHER, "neither file nor folder");
      }
      if (Files.size(file) > LARGE_BYTES && MemberFileSystem.isPacked(file)) {
        return beginning(file);
      }
      try (Document document = rooms.formats().open(file, progress)) {
        return ofArtifact(FileSummary.counting(document), String.valueOf(file.getFileName()));
      }
    } catch (IOException unreadable) {
      String words = ErrorText.of(unreadable).inOneLine();
      return new FileSummary(NamedFormat.UNKNOWN, Group.UNREADABLE, words);
    }
  }

  /**
   * Large compressed files are recognised by their first bytes; it is unpacked when it is opened.
   */
  private FileSummary beginning(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      ByteView start = ByteView.of(file.toString(), in.readNBytes(HEAD_BYTES));
      Format format = rooms.formats().detect(start);
      Group group = format.groups().isEmpty() ? Group.OTHER : format.groups().getFirst();
      return new FileSummary(format, group, format.words() + ", examined when it is opened");
    }
  }

  /** Artifacts have files that are recognised only by name. */
  private static FileSummary ofArtifact(FileSummary file, String name) {
    if (file.format().isRead() || file.group().equals(Group.UNREADABLE)) {
      return file;
    }
    if (name.equals(ArtifactManifest.FILE_NAME)) {
      return new FileSummary(file.format(), Group.TEXT, "artifact manifest");
    }
    return file.format() == NamedFormat.EMPTY && name.endsWith(ArtifactFolder.PREBUILT)
        ? new FileSummary(file.format(), Group.OTHER, "mark of an overlay")
        : file;
  }

  /** Returns the survey of all files; made on first use, which takes time. */
  FolderSurvey survey() throws IOException {
    return once(
        FolderSurvey.class,
        (root, progress) -> FolderSurvey.of(content.root(), this, Files::walkFileTree, progress));
  }

  /** Finds something out about the files of a folder. */
  public interface Finding<T> {
    /**
     * Finds it out.
     *
     * @param progress says when the folder was closed
     */
    T of(Path root, Progress progress) throws IOException;
  }

  /**
   * Returns a finding about the folder; determined on first use, which may take time, and kept. In
   * the background.
   *
   * @param type what it is kept as
   */
  public synchronized <T> T once(Class<T> type, Finding<T> finding) throws IOException {
    Object known = found.get(type);
    if (known == null) {
      known = finding.of(tree, closed::get);
      found.put(type, known);
    }
    return type.cast(known);
  }

  @Override
  public Path path() {
    return content.root();
  }

  @Override
  public Place place() {
    return new Place.File(content.root());
  }

  /** The place of something in it. */
  public Place entry(String path) {
    return path.isEmpty() ? place() : new Place.Entry(place(), path);
  }

  @Override
  public String kindWords() {
    return packed == null || content.kind() == FolderKind.ARTIFACT
        ? content.words()
        : packed.format().words();
  }

  @Override
  public boolean isFolder() {
    return true;
  }

  @Override
  public KpackIcon icon() {
    return content.kind() == FolderKind.ARTIFACT ? KpackIcon.ARTIFACT : KpackIcon.FOLDER;
  }

  @Override
  public ByteView bytes() {
    return ByteView.of(content.root().toString(), new byte[0]);
  }

  @Override
  public Ownership ownership() {
    return ClaimMap.of(0, List.of());
  }

  @Override
  public <T> Optional<T> as(Class<T> type) {
    return Stream.of(this, packed).filter(type::isInstance).map(type::cast).findFirst();
  }

  @Override
  public List<FormatException> problems() {
    return List.of();
  }

  @Override
  public void close() {
    closed.set(true);
  }
}
