package org.kpackworkbench.model.format.kpm;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open {@code .kpm} manifest. */
public final class ManifestDocument extends SourceDocument {
  private final ManifestFile file;

  ManifestDocument(OpenSource source) throws FormatException {
    super(source, KpmFormat.FORMAT);
    this.file = ManifestFile.read(source.bytes(), source.place());
  }

  /** The manifest, with where its parts are. */
  public ManifestFile file() {
    return file;
  }

  @Override
  protected Ownership owners() {
    return file.ownership();
  }

  @Override
  public List<FormatException> problems() {
    return file.problems();
  }

  @Override
  public Optional<String> refusesCodeObjects() {
    return Optional.of(
        "a manifest contains no code objects; they are in the archives that it names: "
            + String.join(", ", file.manifest().rows().stream().map(ManifestRow::file).toList()));
  }

  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return ManifestInfo.of(this, checksums, progress);
  }

  @Override
  public Optional<Place> place(String form, String name, PlaceSyntax syntax)
      throws PlaceSyntaxException {
    if (!form.equals("row")) {
      return Optional.empty();
    }
    List<ManifestRow> rows = file.manifest().rows();
    for (int row = 0; row < rows.size(); row++) {
      if (rows.get(row).targetText().equals(name)) {
        return Optional.of(file.place(row));
      }
    }
    throw syntax.none("row", rows.stream().map(ManifestRow::targetText));
  }

  @Override
  public FileSummary summary() {
    int count = file.manifest().rows().size();
    return new FileSummary(
        format(), format().groups().getFirst(), "manifest of " + (CountText.of(count, "archive")));
  }
}
