package org.kpackworkbench.views.format.kpm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.kpm.KpmFormat;
import org.kpackworkbench.model.format.kpm.Manifest;
import org.kpackworkbench.model.format.kpm.ManifestDocument;
import org.kpackworkbench.model.format.kpm.ManifestRow;
import org.kpackworkbench.views.format.kpm.ManifestLines.ArchivesOnDisk;
import org.kpackworkbench.views.format.kpm.ManifestLines.ManifestLine;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.ViewContext;

/** The views of manifests. */
public final class ManifestViews {
  private ManifestViews() {}

  /** The room of manifests. */
  public static FormatRoom room() {
    return FormatRoom.of(KpmFormat.FORMAT, KpackIcon.MANIFEST)
        .views(ManifestDocument.class, (document, _, context) -> create(document, context))
        .nodes(ManifestDocument.class, new ManifestNodes());
  }

  private static List<DocumentView> create(ManifestDocument document, ViewContext context) {
    return List.of(
        new OverviewView(document.place(), () -> overview(document), context),
        new ManifestTable(document, new ArchivesOnDisk(document), context));
  }

  static Overview overview(ManifestDocument document) {
    Manifest manifest = document.file().manifest();
    int count = manifest.rows().size();
    List<String> sentences = new ArrayList<>();
    sentences.add(
        "%s lists the archives of component %s: %d of them, one for each target."
            .formatted(document.place().label(), quoted(manifest.component()), count));
    sentences.add(
        "The archives belong in the manifest's own folder; the view Archives shows which of them exist.");
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

  /**
   * The table of a manifest, which fills in while a job compares it with the disk. Reading whole
   * archives for their checksums is offered where that is much.
   */
  private static final class ManifestTable extends RowsView<ManifestLine> {
    /** The limit for reading without confirmation. */
    private static final long READ_AT_ONCE_BYTES = 64L << 20;

    private final ManifestDocument document;
    private final ViewContext context;
    private final ArchivesOnDisk disk;
    private final Label words = new Label();
    private final Button check = Controls.named(new Button("Compare Checksums"), "manifest-check");
    private final HBox offer =
        Controls.named(
            Controls.collapsing(new HBox(words, check)),
            "manifest-offer",
            "button-line",
            "message-bar",
            "info-bar");
    private final AtomicBoolean reloading = new AtomicBoolean();
    private @Nullable Job running;

    private ManifestTable(ManifestDocument document, ArchivesOnDisk disk, ViewContext context) {
      super(new ManifestLines(disk), context);
      this.document = document;
      this.disk = disk;
      this.context = context;
      above(() -> offer);
      offer.setVisible(false);
      check.setOnAction(event -> compare(true));
    }

    /** Starts to compare; the rows come to be known one after another. */
    private void compare(boolean checksums) {
      offer.setVisible(false);
      running =
          context
              .jobs()
              .start(
                  (checksums ? "Compare checksums of " : "Compare ")
                      + document.place().label()
                      + (checksums ? "" : " with the disk"),
                  progress -> {
                    disk.check(checksums, progress, this::reloadSoon);
                    return disk.lines();
                  },
                  // The first check is automatic; its result is in the table.
                  lines -> checksums ? ManifestLines.outcome(lines) : JobOutcome.quiet());
      running
          .stateProperty()
          .subscribe(
              state -> {
                if (state != Job.State.RUNNING) {
                  ended(checksums);
                }
              });
    }

    private void ended(boolean checksums) {
      reload();
      ArchivesOnDisk.Unread unread = disk.unread();
      if (!checksums && unread.count() > 0 && unread.bytes() <= READ_AT_ONCE_BYTES) {
        compare(true);
        return;
      }
      offer.setVisible(unread.count() > 0);
      words.setText(
          "%s, %s, %s a checksum that was not compared yet."
              .formatted(
                  CountText.of(unread.count(), "archive"),
                  SizeText.of(unread.bytes()),
                  CountText.word(unread.count(), "has", "have")));
    }

    /** Of many rows that are found in a moment, the table hears once. Any thread. */
    private void reloadSoon() {
      if (reloading.compareAndSet(false, true)) {
        context
            .background()
            .onUi(
                () -> {
                  reloading.set(false);
                  reload();
                });
      }
    }

    @Override
    protected void built() {
      compare(false);
    }

    @Override
    public void dispose() {
      if (running != null) {
        running.cancel();
      }
      super.dispose();
    }
  }
}
