package org.kpackworkbench.views.format.offload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kpackworkbench.icons.KpackIcon;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.host.HostDocument;
import org.kpackworkbench.model.format.offload.BundleDocument;
import org.kpackworkbench.model.format.offload.BundleFile;
import org.kpackworkbench.model.format.offload.BundleFormat;
import org.kpackworkbench.model.format.offload.CompressedBundle;
import org.kpackworkbench.model.format.offload.FatBinary;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.FileSummary.TargetBytes;
import org.kpackworkbench.views.format.offload.CodeObjectsSpec.CodeObjectItem;
import org.kpackworkbench.views.kit.control.Controls;
import org.kpackworkbench.views.kit.job.Job;
import org.kpackworkbench.views.kit.job.JobOutcome;
import org.kpackworkbench.views.kit.layout.LayoutView;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.kit.rows.RowsView;
import org.kpackworkbench.views.kit.sizes.SizesView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.FormatRoom;
import org.kpackworkbench.views.spi.OpenedFile;
import org.kpackworkbench.views.spi.ViewContext;

/** The views of files of bundles, and those of bundles and code objects in other files. */
public final class BundleViews {
  private BundleViews() {}

  /** The room of bundles. */
  public static FormatRoom room() {
    return FormatRoom.of(BundleFormat.FORMAT, KpackIcon.BUNDLE)
        .views(BundleDocument.class, BundleViews::create)
        .nodes(BundleDocument.class, new BundleNodes());
  }

  private static List<DocumentView> create(
      BundleDocument document, OpenedFile file, ViewContext context) {
    Place place = document.place();
    return List.of(
        new OverviewView(place, () -> overview(document), context),
        LayoutView.of(document, context),
        codeObjects(file, document::codeObjects, place, false, context),
        new BundlesView(
            "Bundles", () -> BundleTree.of(document.file(), place), place, file, context),
        SizesView.of(file, document::codeObjects, place, false, context));
  }

  /** The table of the wrappers of a host binary. */
  public static DocumentView wrappers(FatBinary fat, Place place, ViewContext context) {
    return new RowsView<>(new WrappersSpec(fat, place), context);
  }

  /** The tree of the bundles of a host binary, with its marker. */
  public static DocumentView bundles(
      OpenedFile file, FatBinary fat, Place place, ViewContext context) {
    String title = fat.bundles().isEmpty() && fat.marker() != null ? BundlesView.MARKER : "Bundles";
    return new BundlesView(title, () -> BundleTree.of(fat, place), place, file, context);
  }

  /**
   * The list of the code objects of a document.
   *
   * @param file the file that they can be taken out of
   * @param objects gets them; may take time
   * @param wrapped whether their indices are those of wrappers, not of bundles
   */
  public static DocumentView codeObjects(
      OpenedFile file,
      Supplier<CodeObjects> objects,
      Place place,
      boolean wrapped,
      ViewContext context) {
    return CodeObjectsView.of(new CodeObjectsSpec(objects, place, wrapped), file, context);
  }

  /**
   * The list of the code objects of a host binary; of one whose code objects are in archives it
   * says so.
   */
  public static DocumentView codeObjects(
      OpenedFile file, HostDocument document, ViewContext context) {
    boolean elsewhere = document.fat().bundles().isEmpty() && document.fat().marker() != null;
    String none =
        elsewhere
            ? "The file holds no code object itself: they are in archives. The Marker view names the"
                + " archives and says where they are looked for; a double click there opens one."
            : CodeObjectsSpec.NONE;
    return CodeObjectsView.of(
        new CodeObjectsSpec(document::codeObjects, document.place(), true, none), file, context);
  }

  private static Overview overview(BundleDocument document) throws IOException {
    BundleFile file = document.file();
    List<TargetBytes> targets = TargetBytes.of(document.codeObjects());
    long compressed =
        file.bundles().stream().filter(b -> b.content() instanceof CompressedBundle).count();
    int count = file.bundles().size();
    List<String> sentences = new ArrayList<>();
    sentences.add(
        count == 1
            ? "%s is %s: GPU code for %s in one file, as the compiler packs it."
                .formatted(
                    document.place().label(),
                    compressed == 1 ? "a compressed offload bundle" : "an offload bundle",
                    CountText.of(targets.size(), "target"))
            : "%s is %d offload bundles one after another, %d of them compressed."
                .formatted(document.place().label(), count, compressed));
    sentences.add(
        "A HIP program loads such a file as a module, and the runtime selects the code object"
            + " for its GPU.");
    List<Fact> facts = new ArrayList<>();
    facts.add(
        Fact.of(
            "Size",
            "%s (%s)"
                .formatted(
                    SizeText.of(document.bytes().size()),
                    SizeText.exact(document.bytes().size()))));
    facts.add(Fact.of("Bundles", Integer.toString(count)));
    facts.add(Fact.of("Code objects", Integer.toString(document.codeObjects().size())));
    return Overview.of(
        document,
        compressed > 0 ? "compressed bundle" : "bundle",
        sentences,
        Misfiled.sentences(document.codeObjects()),
        facts);
  }

  /** The list of code objects, with an offer to look into those that would have to be unpacked. */
  private static final class CodeObjectsView {
    private final CodeObjectsSpec spec;
    private final ViewContext context;
    private final RowsView<CodeObjectItem> view;
    private final Label words = new Label();
    private final Button look = new Button("Examine Them");
    private final HBox offer =
        Controls.named(
            Controls.collapsing(new HBox(words, look)),
            "code-objects-offer",
            "button-line",
            "message-bar",
            "info-bar");

    private CodeObjectsView(CodeObjectsSpec spec, OpenedFile file, ViewContext context) {
      this.spec = spec;
      this.context = context;
      offer.setVisible(false);
      look.setOnAction(event -> lookInto());
      this.view =
          new RowsView<>(spec, context).extractsFrom(file).above(() -> offer).onLoaded(this::ask);
    }

    static DocumentView of(CodeObjectsSpec spec, OpenedFile file, ViewContext context) {
      return new CodeObjectsView(spec, file, context).view;
    }

    private void ask() {
      context
          .background()
          .run(
              spec::unknown,
              unknown -> {
                offer.setVisible(unknown.count() > 0);
                words.setText(
                    "%d code objects are compressed, %s when unpacked; what they state is not known yet."
                        .formatted(unknown.count(), SizeText.of(unknown.bytes())));
              },
              failure -> offer.setVisible(false));
    }

    private void lookInto() {
      look.setDisable(true);
      Job job =
          context
              .jobs()
              .start(
                  "Examine compressed code objects",
                  progress -> {
                    spec.lookInto(progress);
                    return spec.problems();
                  },
                  problems ->
                      problems == 0
                          ? JobOutcome.done("All code objects were examined")
                          : JobOutcome.of(
                              JobOutcome.Severity.ERROR,
                              "All code objects were examined; %s"
                                  .formatted(
                                      problems == 1
                                          ? "something is wrong with one of them."
                                          : "something is wrong with %d of them."
                                              .formatted(problems))));
      job.stateProperty()
          .subscribe(
              state -> {
                if (state != Job.State.RUNNING) {
                  look.setDisable(false);
                  view.reload();
                }
              });
    }
  }
}
