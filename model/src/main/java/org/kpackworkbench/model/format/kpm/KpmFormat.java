package org.kpackworkbench.model.format.kpm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.finding.Evidence;
import org.kpackworkbench.model.base.finding.Rule;
import org.kpackworkbench.model.base.finding.Sink;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Checking;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.FileSummary;
import org.kpackworkbench.model.format.registry.Head;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.ReadFormat;

/** Manifests of archives, {@code .kpm}: MessagePack without a signature. */
public final class KpmFormat extends ReadFormat {
  /** The only instance. */
  public static final KpmFormat FORMAT = new KpmFormat();

  private KpmFormat() {
    super("kpm", "kpack manifest", "a manifest");
  }

  @Override
  public boolean isNamed(String fileName) {
    return fileName.endsWith(".kpm");
  }

  @Override
  public Likeness likeness(Head head) throws FormatException {
    int first = head.u8(0);
    boolean map = (first >= 0x80 && first <= 0x8f) || first == 0xde || first == 0xdf;
    return map && head.holds("kpack_files") ? Likeness.LIKELY : Likeness.NONE;
  }

  @Override
  public Document open(OpenSource source, Opening opening) throws FormatException {
    return new ManifestDocument(source);
  }

  @Override
  public List<Rule<?>> rules() {
    List<Rule<?>> rules = new ArrayList<>(List.of(new ManifestReads(), MANIFEST_COMPLETE));
    rules.addAll(ManifestRule.all());
    return List.copyOf(rules);
  }

  /** Checks a manifest with the archives in its folder. */
  @Override
  public void check(Place place, ByteView bytes, Checking checks) throws IOException {
    ManifestFile manifest = ManifestFile.read(bytes, place);
    Path file = place.file();
    checks.run(
        new ManifestSubject(
            place,
            bytes,
            manifest,
            ManifestDiskCheck.run(file, manifest.manifest(), true, checks.progress()),
            checks.position(file)));
  }

  @Override
  public boolean mayHoldCode() {
    return false;
  }

  @Override
  public List<FileSummary.Group> groups() {
    return List.of(
        new FileSummary.Group("archive manifest", "archive manifests", OwnerKind.METADATA));
  }

  /** The archives in a manifest's folder are named by it or by another manifest there. */
  private static final Rule<ManifestSubject> MANIFEST_COMPLETE =
      Rule.of(
          ManifestSubject.class,
          "manifest-unnamed",
          "Every archive in a manifest's folder is named by a manifest.",
          KpmFormat::manifestComplete);

  private static void manifestComplete(ManifestSubject subject, Sink sink) {
    if (!subject.manifest().problems().isEmpty()
        || !subject.disk().unreadableManifests().isEmpty()) {
      // What a damaged manifest names is not known.
      return;
    }
    for (Path archive : subject.disk().unnamed()) {
      sink.note(
          subject.place(),
          "%s lies beside it, and no manifest names it.".formatted(archive.getFileName()),
          "A loader that uses the manifest will not open it.",
          Evidence.NONE.about(archive));
    }
  }
}
