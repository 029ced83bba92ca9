package org.kpackworkbench.views.format.kpm;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.model.format.registry.ManifestDocument;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.DocumentViewFactory;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views of manifests. */
public final class ManifestViews implements DocumentViewFactory {
  @Override
  public boolean handles(OpenedFile file) {
    return file.as(ManifestDocument.class).isPresent();
  }

  @Override
  public List<DocumentView> create(OpenedFile file, ViewContext context) {
    ManifestDocument document = file.as(ManifestDocument.class).orElseThrow();
    return List.of(
        new OverviewView(document.place(), () -> overview(document), context),
        new ManifestTable(document, context));
  }

  static Overview overview(ManifestDocument document) {
    Manifest manifest = document.file().manifest();
    int count = manifest.rows().size();
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "%s lists the archives of component %s: %d of them, one for each target."
            .formatted(document.place().label(), quoted(manifest.component()), count));
    sentences.add(
        "The archives belong into the manifest's own folder; the view Archives shows what is there.");
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.of("Component", manifest.component()));
    facts.add(Fact.of("Dialect", manifest.dialect().words()));
    if (manifest.prefix() != null) {
      facts.add(Fact.of("Stage prefix", manifest.prefix()));
    }
    long total =
        manifest.rows().stream().mapToLong(ManifestRow::sizeBytes).filter(s -> s > 0).sum();
    if (total > 0) {
      facts.add(
          Fact.of(
              "Stated size of all archives",
              "%s (%s)".formatted(SizeText.of(total), SizeText.exact(total))));
    }
    return new Overview(
        document.place().label(),
        "manifest",
        document.problems().isEmpty(),
        sentences,
        List.of(),
        List.of(),
        List.of(),
        facts,
        document.problems());
  }

  private static String quoted(String text) {
    return text.isEmpty() ? "(none)" : text;
  }
}
