package org.kpackworkbench.views.format.offload;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.job.Unit;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.base.unpack.SpooledBytes;
import org.kpackworkbench.model.base.unpack.UnpackBudget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.TargetMismatch;
import org.kpackworkbench.model.format.registry.CodeObjectRow;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.views.kit.place.CodeObjectPlaces;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/**
 * The list of code objects of a file. What a code object states of itself is read together with its
 * row, unless it would have to be unpacked: then {@link #lookInto} does it.
 */
final class CodeObjectsSpec extends TableSpec<CodeObjectsSpec.CodeObjectItem>
    implements RowsSpec.Marked<CodeObjectsSpec.CodeObjectItem> {
  /** Default text if there is no code object. */
  static final String NONE = "The file holds no code object.";

  /** Packed code objects of no more than this, all together, are looked into at once. */
  private static final long UNPACKED_AT_ONCE_BYTES = 32L << 20;

  private final Supplier<CodeObjects> objects;
  private final Map<Integer, CodeObjectItem.Stated> stated = new ConcurrentHashMap<>();

  /**
   * The list of the code objects of a file.
   *
   * @param objects gets them; may take time
   * @param parent the file's or the member's place
   * @param wrapped whether indices are those of wrappers, not of bundles
   * @param none what to say where there are none
   */
  CodeObjectsSpec(Supplier<CodeObjects> objects, Place parent, boolean wrapped, String none) {
    super(
        TableWords.of("code-objects", "Code objects", none)
            .prompt("filter, e.g. filed:gfx90a size>1M"));
    this.objects = objects;
    columns(
        List.of(
            RowColumn.<CodeObjectItem>text("Filed target", item -> item.row().targetText())
                .alsoNamed("filed", "arch", "target"),
            RowColumn.text("Stated target", CodeObjectItem::statedTarget).alsoNamed("stated"),
            RowColumn.text(wrapped ? "Wrapper" : "Bundle", CodeObjectItem::index)
                .counted(item -> item.row().index())
                .alsoNamed("index"),
            RowColumn.size("Size", item -> item.row().originalSizeBytes()),
            RowColumn.count(
                "Kernels", item -> item.stated() == null ? -1 : item.stated().kernels()),
            RowColumn.address("Offset", CodeObjectsSpec::offset),
            RowColumn.<CodeObjectItem>text("Type", item -> item.row().type()).words(),
            RowColumn.<CodeObjectItem>text("Binary", item -> item.row().binary()).alsoNamed("name"),
            RowColumn.text("Remarks", CodeObjectItem::problem)));
    place(item -> item.row().place());
    target(item -> CodeObjectPlaces.inside(item.row().place()));
    shows(place -> place instanceof Place.CodeObject && place.path().contains(parent));
    mark(item -> new RowMark(OwnerKind.DEVICE_CODE, item.row().targetText(), item.problem()));
  }

  /** A list that says that there are none if there are none. */
  CodeObjectsSpec(Supplier<CodeObjects> objects, Place parent, boolean wrapped) {
    this(objects, parent, wrapped, NONE);
  }

  /** Number and unpacked size of the code objects that have not been looked into. */
  record Unknown(int count, long bytes) {}

  /** Returns what {@link #lookInto} would have to unpack. In the background. */
  Unknown unknown() throws FormatException {
    CodeObjects all = objects.get();
    int count = 0;
    long bytes = 0;
    for (int i = 0; i < all.size(); i++) {
      CodeObjectRow row = all.row(i);
      if (row.place().unpacked() && row.usable() && !stated.containsKey(i)) {
        count++;
        bytes += Math.max(0, row.originalSizeBytes());
      }
    }
    return new Unknown(count, bytes);
  }

  /** Of how many of those that were looked into something is wrong. */
  int problems() {
    return (int) stated.values().stream().filter(one -> !one.problem().isEmpty()).count();
  }

  /** Looks into all that are packed. In the background. */
  void lookInto(Progress progress) throws IOException {
    CodeObjects all = objects.get();
    progress.begin("Reading what code objects state", all.size(), Unit.CODE_OBJECTS);
    for (int i = 0; i < all.size(); i++) {
      CodeObjectRow row = all.row(i);
      if (row.place().unpacked() && row.usable() && !stated.containsKey(i)) {
        stated.put(i, CodeObjectItem.look(all, row, Progress.NONE));
      }
      progress.step(1);
    }
  }

  private static long offset(CodeObjectItem item) {
    Place.CodeObject place = item.row().place();
    return place.unpacked() || place.range() == null ? -1 : place.range().start();
  }

  @Override
  public RowSource<CodeObjectItem> load() throws IOException {
    CodeObjects all = objects.get();
    Unknown unknown = unknown();
    if (unknown.count() > 0 && unknown.bytes() <= UNPACKED_AT_ONCE_BYTES) {
      lookInto(Progress.NONE);
    }
    return RowSource.read(
        all.size(),
        index -> {
          CodeObjectRow row = all.row(index);
          CodeObjectItem.Stated known = stated.get(index);
          if (known == null && row.usable() && !row.place().unpacked()) {
            known = CodeObjectItem.look(all, row, Progress.NONE);
            stated.put(index, known);
          }
          return new CodeObjectItem(row, known);
        });
  }

  @Override
  public Place.@Nullable CodeObject codeObject(CodeObjectItem item) {
    return item.row().usable() ? item.row().place() : null;
  }

  @Override
  public int indexOf(RowSource<CodeObjectItem> rows, Place place) {
    return place instanceof Place.CodeObject code ? objects.get().rowOf(code).orElse(-1) : -1;
  }

  @Override
  public String status(RowSource<CodeObjectItem> rows) throws IOException {
    CodeObjects all = objects.get();
    Set<String> targets = new TreeSet<>();
    long bytes = 0;
    for (int i = 0; i < all.size(); i++) {
      CodeObjectRow row = all.row(i);
      targets.add(row.targetText());
      bytes += Math.max(0, row.originalSizeBytes());
    }
    return "%d code objects · %s · %s"
        .formatted(all.size(), CountText.of(targets.size(), "target"), SizeText.of(bytes));
  }

  /**
   * A code object as the list shows it.
   *
   * @param row where it is filed
   * @param stated what it states; null until it was read
   */
  record CodeObjectItem(CodeObjectRow row, @Nullable Stated stated) {

    /**
     * Statements of a code object about itself.
     *
     * @param target its target; empty if it states none
     * @param kernels how many kernels it lists; -1 if it cannot be read
     * @param problem in what it disagrees with where it is filed, or why it cannot be read
     */
    record Stated(String target, long kernels, String problem) {}

    /** Looks into a code object, unpacking it where it is packed. */
    static Stated look(CodeObjects objects, CodeObjectRow row, Progress progress)
        throws IOException {
      try (SpooledBytes bytes = objects.open(row.row(), UnpackBudget.one(), progress)) {
        if (!CodeObject.isCodeObject(bytes.bytes())) {
          return new Stated("no ELF file for a GPU", -1, "");
        }
        CodeObject code = CodeObject.read(bytes.bytes());
        List<TargetMismatch> mismatches = code.mismatches(row.target());
        return new Stated(
            code.target().toString(),
            code.kernelCount(),
            mismatches.stream().map(TargetMismatch::sentence).collect(Collectors.joining(" ")));
      } catch (FormatException failure) {
        return switch (failure.reason()) {
          case FILE_CHANGED, CLOSED -> throw failure;
          default -> new Stated("", -1, "It cannot be read: " + failure.getMessage());
        };
      } catch (CancellationException stopped) {
        throw stopped;
      }
    }

    /** The wrapper's index as archives would call it, or that there is none. */
    String index() {
      return row.index() == CodeObjectRow.NO_WRAPPER ? "none" : Integer.toString(row.index());
    }

    /** The target that the code object states. */
    String statedTarget() {
      Stated known = stated;
      if (known == null) {
        return "not examined yet";
      }
      return known.target();
    }

    /** Returns the problem, in sentences; empty if none is known. */
    String problem() {
      FormatException broken = row.problem();
      if (broken != null) {
        return String.valueOf(broken.getMessage());
      }
      return stated == null ? "" : stated.problem();
    }
  }
}
