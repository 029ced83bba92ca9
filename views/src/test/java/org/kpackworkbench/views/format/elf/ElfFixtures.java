package org.kpackworkbench.views.format.elf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.StandardFormats;
import org.kpackworkbench.model.format.host.ElfDocument;
import org.kpackworkbench.model.format.registry.Document;

/** The compiled fixtures as documents, for tests of views. */
public final class ElfFixtures {
  public static final Path FOLDER = Path.of("../model/src/test/fixtures/bin");

  private ElfFixtures() {}

  /** Changes bytes before a file is read. */
  public interface Change {
    void to(byte[] bytes);
  }

  /** A host binary; the caller closes it. */
  public static ElfDocument open(String name) throws IOException {
    return (ElfDocument) StandardFormats.all().open(FOLDER.resolve(name), Progress.NONE);
  }

  /** A host binary with some bytes changed. */
  public static ElfDocument changed(String name, Change change) throws IOException {
    byte[] bytes = Files.readAllBytes(FOLDER.resolve(name));
    change.to(bytes);
    return of(name, bytes);
  }

  /** A host binary from bytes. */
  static ElfDocument of(String name, byte[] bytes) throws IOException {
    Document document =
        StandardFormats.all()
            .read(new Place.File(FOLDER.resolve(name)), ByteView.of(name, bytes), Progress.NONE);
    return (ElfDocument) document;
  }

  static ElfSubject subject(ElfDocument document) {
    return new ElfSubject(document.elf(), document.fat(), document.place());
  }

  /** The names of all fixtures that are host binaries for x86-64. */
  public static List<String> hostBinaries() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("lib.*\\.so|exe-.*|object.*\\.o"))
          .filter(name -> !name.matches("libi386.so|libpowerpc64.so"))
          .sorted()
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
