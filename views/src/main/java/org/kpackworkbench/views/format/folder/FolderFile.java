package org.kpackworkbench.views.format.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageGrid;
import org.kpackworkbench.model.analysis.verify.coverage.CoverageScan;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.ClaimMap;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.database.Databases;
import org.kpackworkbench.views.spi.OpenedFile;

/** A folder that is open as a whole. Immutable but for what was found out meanwhile; any thread. */
public final class FolderFile implements OpenedFile {
  private static final Databases DATABASES = Databases.installed();

  private final FolderContent content;
  private final Stop stop = new Stop();
  private @Nullable FolderSurvey survey;
  private @Nullable CoverageGrid grid;

  private FolderFile(FolderContent content) {
    this.content = content;
  }

  /** Opens a folder: reads the manifests of its artifacts, and nothing else. In the background. */
  public static FolderFile load(Path folder) throws IOException {
    return new FolderFile(FolderContent.of(folder));
  }

  /**
   * Whether a folder is shown as a whole: an artifact, a shard, a tree. What cannot be read is not.
   * In the background.
   */
  public static boolean opensAsWhole(Path folder) {
    return FolderKind.opensAsWhole(folder);
  }

  FolderContent content() {
    return content;
  }

  /** What one file in it is; in the background. */
  LookedAt look(String path) {
    return LookedAt.at(content.root().resolve(path), path, DATABASES, stop);
  }

  /** What all files in it are; looked at when first asked for, which takes time. */
  synchronized FolderSurvey survey() throws IOException {
    FolderSurvey known = survey;
    if (known == null) {
      known = FolderSurvey.of(content.root(), DATABASES, stop);
      survey = known;
    }
    return known;
  }

  /** Which wrapper has code for which architecture; read when first asked for. */
  synchronized CoverageGrid grid() throws IOException {
    CoverageGrid known = grid;
    if (known == null) {
      known = CoverageScan.of(content.root(), stop);
      grid = known;
    }
    return known;
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
  Place entry(String path) {
    return path.isEmpty() ? place() : new Place.Entry(place(), path);
  }

  @Override
  public String kindWords() {
    return content.words();
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
    return type.isInstance(this) ? Optional.of(type.cast(this)) : Optional.empty();
  }

  @Override
  public List<FormatException> problems() {
    return List.of();
  }

  @Override
  public void close() {
    stop.now = true;
  }

  /** Stops a survey that nobody waits for any more. */
  private static final class Stop implements Progress {
    private volatile boolean now;

    @Override
    public void begin(String what, long totalUnits) {}

    @Override
    public void advance(long units) {}

    @Override
    public boolean cancelled() {
      return now;
    }
  }
}
