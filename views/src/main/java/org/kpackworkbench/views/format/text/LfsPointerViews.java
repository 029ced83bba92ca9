package org.kpackworkbench.views.format.text;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.registry.LfsPointer;
import org.kpackworkbench.model.format.registry.NamedFormat;
import org.kpackworkbench.model.format.registry.OtherDocument;
import org.kpackworkbench.views.kit.overview.Fact;
import org.kpackworkbench.views.kit.overview.Overview;
import org.kpackworkbench.views.kit.overview.OverviewView;
import org.kpackworkbench.views.spi.DocumentView;
import org.kpackworkbench.views.spi.ViewContext;

/** The first view of a Git LFS pointer: which file is missing here, and how to get it. */
public final class LfsPointerViews {
  private LfsPointerViews() {}

  private static final String FETCH = "git lfs pull";

  /** Returns the views of an open file, if it is a pointer. */
  public static List<DocumentView> create(OtherDocument document, ViewContext context) {
    return document.format() == NamedFormat.LFS_POINTER
        ? List.of(new OverviewView(document.place(), () -> overview(document), context))
        : List.of();
  }

  private static Overview overview(OtherDocument document) throws FormatException {
    LfsPointer pointer =
        LfsPointer.of(document.bytes())
            .orElseThrow(
                () ->
                    FormatException.in(
                            document.bytes().name(),
                            "file",
                            "",
                            FormatException.Reason.FILE_CHANGED)
                        .mismatch("a Git LFS pointer", "something else"));
    String name = document.place().label();
    long size = pointer.sizeBytes();
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.of("Object (oid)", pointer.oid()));
    facts.add(Fact.of("Size of the file", size < 0 ? "not stated" : both(size)));
    facts.add(Fact.of("Size of the pointer", SizeText.exact(document.bytes().size())));
    facts.add(Fact.of("To fetch the file", FETCH));
    return new Overview(
        name,
        "not fetched",
        false,
        List.of(
            "%s is a Git LFS pointer: a few lines of text that Git writes in place of a large file"
                    .formatted(name)
                + " until that is fetched.",
            "The file itself%s is not here, so nothing in it can be shown or verified."
                .formatted(size < 0 ? "" : " (" + SizeText.of(size) + ")"),
            "To get it, run \"%s\" in the repository, then open or reload it here."
                .formatted(FETCH)),
        List.of(),
        List.of(),
        List.of(),
        facts,
        document.problems());
  }

  private static String both(long size) {
    return "%s (%s)".formatted(SizeText.of(size), SizeText.exact(size));
  }
}
