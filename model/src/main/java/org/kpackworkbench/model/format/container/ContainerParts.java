package org.kpackworkbench.model.format.container;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObjectFormat;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.Document;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;

/**
 * Finds out what the images of containers are, and opens those that hold code objects. For one
 * thread, once.
 */
final class ContainerParts {
  private static final int HEAD_BYTES = 4096;
  private static final int MOST_NESTED = 8;

  private final ContainerFile file;
  private final Place place;
  private final Opening opening;
  private final UnpackBudget budget;
  private final int depth;
  private final boolean insidePacked;

  private final List<ContainerPart> parts = new ArrayList<>();
  private final List<ContainerCodeObjects.Row> rows = new ArrayList<>();
  private final List<FormatException> problems = new ArrayList<>();
  private final List<ByteRange> opened = new ArrayList<>();

  ContainerParts(
      ContainerFile file,
      Place place,
      Opening opening,
      UnpackBudget budget,
      int depth,
      boolean insidePacked) {
    this.file = file;
    this.place = place;
    this.opening = opening;
    this.budget = budget;
    this.depth = depth;
    this.insidePacked = insidePacked;
  }

  /** Results of the search. */
  record Found(
      List<ContainerPart> parts,
      ContainerCodeObjects codeObjects,
      List<FormatException> problems) {}

  Found find() {
    for (Container container : file.containers()) {
      opened.clear();
      Map<Integer, Format> formats = formats(container);
      for (ContainerEntry entry : container.entries()) {
        parts.add(part(container, entry, formats.get(entry.number())));
        FormatException problem = entry.problem();
        if (problem != null) {
          problems.add(problem);
        }
      }
    }
    return new Found(List.copyOf(parts), new ContainerCodeObjects(rows), List.copyOf(problems));
  }

  /**
   * Returns the formats of images by their first bytes. Passes through a compressed container once.
   */
  private Map<Integer, Format> formats(Container container) {
    Map<Integer, Format> formats = new HashMap<>();
    List<ContainerEntry> images =
        container.entries().stream()
            .filter(ContainerEntry::hasImage)
            .sorted(Comparator.comparing(entry -> entry.image().start()))
            .toList();
    try {
      PackedPart packed = container.packed();
      if (packed == null) {
        for (ContainerEntry entry : images) {
          formats.put(entry.number(), opening.formats().detect(file.image(entry, budget)));
        }
      } else if (insidePacked) {
        throw tooDeep("a compressed container in a compressed one");
      } else {
        try (PackedPart.Pass pass = packed.pass(budget)) {
          for (ContainerEntry entry : images) {
            // Behind an image that starts at the same place, or in the head of another.
            if (entry.image().start() >= pass.position()) {
              int length = (int) Math.min(HEAD_BYTES, entry.image().length());
              byte[] head = pass.read(entry.image().start(), length);
              formats.put(
                  entry.number(), opening.formats().detect(ByteView.of(file.view().name(), head)));
            }
          }
        }
      }
    } catch (FormatException failure) {
      problems.add(failure);
    }
    return formats;
  }

  private ContainerPart part(Container container, ContainerEntry entry, @Nullable Format format) {
    boolean code = format instanceof CodeObjectFormat;
    Place where =
        code
            ? codePlace(entry)
            : new Place.Part(place, "entry " + entry.number(), range(container, entry));
    if (code) {
      rows.add(row(container, entry, (Place.CodeObject) where));
      return new ContainerPart(entry, where, format, null, List.of(rows.size() - 1));
    }
    if (format == null || !format.isCodeInLibraries()) {
      return new ContainerPart(entry, where, format, null, List.of());
    }
    int first = rows.size();
    Document inside = open(container, entry, format, where);
    List<Integer> numbers = new ArrayList<>();
    for (int row = first; row < rows.size(); row++) {
      numbers.add(row);
    }
    return new ContainerPart(entry, where, format, inside, numbers);
  }

  private @Nullable Document open(
      Container container, ContainerEntry entry, Format format, Place where) {
    try {
      if (depth >= MOST_NESTED) {
        throw tooDeep("containers in %d others".formatted(depth));
      }
      if (opened.stream().anyMatch(entry.image()::overlaps)) {
        throw FormatException.at(
                file.view(),
                container.range().start(),
                "entry " + entry.number(),
                "image",
                Reason.BAD_VALUE)
            .mismatch("bytes of its own", "some of another entry");
      }
      opened.add(entry.image());
      boolean packed = container.packed() != null;
      ByteView bytes = file.image(entry, budget);
      Document document =
          format == ContainerFormat.FORMAT
              ? new ContainerDocument(
                  new OpenSource(where, bytes, null),
                  opening,
                  budget,
                  depth + 1,
                  packed || insidePacked)
              : opening.part(where, bytes);
      problems.addAll(document.problems());
      CodeObjects inside = document.codeObjects();
      for (int row = 0; row < inside.size(); row++) {
        rows.add(inside(container, entry, where, inside, inside.row(row)));
      }
      return document;
    } catch (FormatException failure) {
      problems.add(failure);
      return null;
    }
  }

  private ContainerCodeObjects.Row inside(
      Container container,
      ContainerEntry entry,
      Place where,
      CodeObjects inside,
      CodeObjectRow stated) {
    Place.CodeObject at = stated.place();
    if (container.packed() != null) {
      at =
          new Place.CodeObject(
              where,
              where.label(),
              stated.row(),
              stated.targetText(),
              range(container, entry),
              true);
    }
    CodeObjectRow row =
        new CodeObjectRow(
            rows.size(),
            place.label(),
            entry.number(),
            stated.targetText(),
            stated.target(),
            stated.type(),
            -1,
            container.packed() == null ? stated.storedSizeBytes() : -1,
            stated.originalSizeBytes(),
            at,
            stated.problem());
    return new ContainerCodeObjects.Row(
        row,
        entry,
        new ContainerCodeObjects.Source() {
          @Override
          public ByteView load(UnpackBudget most, Progress progress) throws IOException {
            ByteView bytes = inside.load(stated.row(), progress);
            return container.packed() == null ? bytes : bytes.detached();
          }

          @Override
          public void extract(OutputStream out, UnpackBudget most, Progress progress)
              throws IOException {
            inside.extract(stated.row(), out, most, progress);
          }
        });
  }

  private ContainerCodeObjects.Row row(
      Container container, ContainerEntry entry, Place.CodeObject at) {
    boolean packed = container.packed() != null;
    CodeObjectRow row =
        new CodeObjectRow(
            rows.size(),
            at.binary(),
            at.index(),
            at.target(),
            GpuTarget.lenient(entry.arch()),
            "hsaco",
            -1,
            packed ? -1 : entry.image().length(),
            entry.image().length(),
            at,
            null);
    return new ContainerCodeObjects.Row(
        row,
        entry,
        new ContainerCodeObjects.Source() {
          @Override
          public ByteView load(UnpackBudget most, Progress progress) throws IOException {
            return file.image(entry, most);
          }

          @Override
          public void extract(OutputStream out, UnpackBudget most, Progress progress)
              throws IOException {
            file.copy(entry, out, most, progress);
          }
        });
  }

  private Place.CodeObject codePlace(ContainerEntry entry) {
    Container container = file.of(entry);
    return new Place.CodeObject(
        place,
        place.label(),
        entry.number(),
        GpuTarget.lenient(entry.arch()).toString(),
        range(container, entry),
        container.packed() != null);
  }

  /** Where an image is in the file; of a compressed container all that is compressed. */
  private ByteRange range(Container container, ContainerEntry entry) {
    ByteRange inside =
        container.packed() == null
            ? new ByteRange(
                container.range().start() + entry.image().start(), entry.image().length())
            : container.payload();
    return new ByteRange(file.view().fileOffset(inside.start()), inside.length());
  }

  private FormatException tooDeep(String found) {
    return FormatException.at(file.view(), 0, "container", "", Reason.UNSUPPORTED)
        .mismatch("no more than %d containers in one another".formatted(MOST_NESTED), found);
  }
}
