package org.kpackworkbench.app.window;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.bytes.ByteView;
import org.kpackworkbench.model.bytes.FormatException;
import org.kpackworkbench.model.bytes.MappedFile;
import org.kpackworkbench.model.job.Progress;
import org.kpackworkbench.model.place.ClaimMap;
import org.kpackworkbench.model.place.Ownership;
import org.kpackworkbench.model.place.Place;
import org.kpackworkbench.views.extend.OpenedFile;

/** A file of which nothing but its bytes is known. */
final class BytesOnlyFile implements OpenedFile {
  private final MappedFile file;

  private BytesOnlyFile(MappedFile file) {
    this.file = file;
  }

  static OpenedFile load(Path path, Progress progress) throws IOException {
    return new BytesOnlyFile(MappedFile.open(path));
  }

  @Override
  public Path path() {
    return file.path();
  }

  @Override
  public Place place() {
    return new Place.File(file.path());
  }

  @Override
  public String kindWords() {
    return "bytes";
  }

  @Override
  public ByteView bytes() {
    return file.view();
  }

  @Override
  public Ownership ownership() {
    return ClaimMap.of(file.view().size(), List.of());
  }

  @Override
  public <T> Optional<T> as(Class<T> type) {
    return Optional.empty();
  }

  @Override
  public List<FormatException> problems() {
    return List.of();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
