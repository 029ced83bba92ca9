package org.kpackworkbench.model.format.tensile;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.files.FolderList;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.artifact.TreeLayout;
import org.kpackworkbench.model.format.database.DatabaseFile;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.DatabaseFormat;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.DocumentSubject;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PartField;
import org.kpackworkbench.model.format.registry.ReadFormat;

/** Tensile's solution libraries. */
public final class TensileFormat extends ReadFormat implements DatabaseFormat {
  /** The only instance. */
  public static final TensileFormat FORMAT = new TensileFormat();

  private static final List<PartField> FIELDS =
      List.of(
          PartField.text("target"),
          PartField.number("solution"),
          PartField.words("type"),
          PartField.text("transposes"),
          PartField.text("tile"),
          PartField.number("depth"),
          PartField.text("group"),
          PartField.number("M"),
          PartField.number("N"),
          PartField.number("batch"),
          PartField.number("K"),
          PartField.text("speed"),
          PartField.text("kernel"),
          PartField.text("table"),
          PartField.text("file"));

  /** From {@code lib/rocblas/library/gfx942} to {@code lib}. */
  private static final int LEVELS_TO_LOADER = 3;

  private TensileFormat() {
    super("tensile", "Tensile library");
  }

  @Override
  public List<String> partGroups() {
    return List.of("solution", "size", "file");
  }

  @Override
  public List<PartField> partFields() {
    return FIELDS;
  }

  /** By its first key, also of what a stream unpacks to. */
  @Override
  public Likeness likeness(Head head) throws FormatException {
    return TensileContent.of(head.file()) == null ? Likeness.NONE : Likeness.LIKELY;
  }

  @Override
  public boolean isNamed(String fileName) {
    // Logic, from which libraries are built, is YAML with names of its own.
    boolean yaml =
        fileName.endsWith(".yaml")
            && (fileName.startsWith("TensileLibrary") || fileName.startsWith("TensileLiteLibrary"));
    boolean dat =
        (fileName.startsWith("Tensile") || fileName.startsWith("hipblasltExtOpLibrary"))
            && (fileName.endsWith(".dat") || fileName.endsWith(".dat.zlib"));
    return yaml || dat;
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return open(source, opening, opening.reading());
  }

  private static Document open(OpenSource source, Opening opening, Progress progress)
      throws FormatException {
    @Nullable TensileContent form = TensileContent.of(source.bytes());
    if (form == null) {
      throw FormatException.at(source.bytes(), 0, TensileReading.STRUCTURE, "", Reason.WRONG_MAGIC)
          .expected(
              "MessagePack that begins with solutions or library, that in a zlib stream, or YAML")
          .found("other bytes")
          .advice(COPY_AGAIN)
          .build();
    }
    return new TensileDocument(source, form, opening, progress);
  }

  @Override
  public List<Rule<?>> rules() {
    return TensileRules.all();
  }

  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    Opening opening = checks.opening();
    try (Document document = open(new OpenSource(place, bytes, null), opening, checks.progress())) {
      checks.run(new DocumentSubject(document));
      // Nothing is beside what is in another file.
      if (place instanceof Place.File(Path file) && document instanceof TensileDocument library) {
        List<Path> folders = checks.foldersOf(file);
        boolean partial =
            checks.position(file).home().layout() == TreeLayout.ARTIFACT
                || !file.getFileSystem().equals(FileSystems.getDefault());
        checks.run(
            new TensileSubject(
                place,
                bytes,
                library,
                KernelsBeside.of(library, null, folders, opening),
                library.files().hasOtherCode(folders),
                library.files().otherCode(folders, opening),
                library.files().missingFallbacks(folders, opening),
                folders,
                partial && !isBesideLoader(folders, library.database())));
      }
    }
  }

  /** Whether the library that loads the files of a folder is in one of the folders above it. */
  private static boolean isBesideLoader(List<Path> folders, @Nullable DatabaseFile database)
      throws IOException {
    if (database == null) {
      return false;
    }
    String library = database.database();
    for (Path folder : folders) {
      Path at = folder.getParent();
      for (int level = 0; level < LEVELS_TO_LOADER && at != null; level++, at = at.getParent()) {
        if (Files.isDirectory(at)) {
          if (!FolderList.of(at, "{lib%1$s.so*,%1$s.dll}".formatted(library)).isEmpty()) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
