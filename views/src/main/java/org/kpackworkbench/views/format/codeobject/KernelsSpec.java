package org.kpackworkbench.views.format.codeobject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor.DescriptorMismatch;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowColumn.Look;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of kernels. Descriptors are checked as rows become visible. */
record KernelsSpec(ShownCodeObject subject) implements RowsSpec.Marked<KernelsSpec.KernelRow> {
  @Override
  public TableWords words() {
    return TableWords.of(
            "kernels",
            "Kernels",
            "The code object lists no kernels. It may hold device functions and variables: see"
                + " Symbols.")
        .prompt("filter, e.g. name:gemm vgprs>64 lds>=16K spills>0");
  }

  @Override
  public List<RowColumn<KernelRow>> columns() {
    List<RowColumn<KernelRow>> columns = new ArrayList<>();
    columns.add(RowColumn.function("Name", row -> row.kernel().demangledName()));
    for (KernelField field : KernelField.values()) {
      columns.add(RowColumn.number(field.title(), field.look(), field::value));
    }
    columns.add(RowColumn.mono("Symbol", row -> row.kernel().name()));
    return List.copyOf(columns);
  }

  @Override
  public RowSource<KernelRow> load() throws IOException {
    CodeObject code = subject.code();
    List<Kernel> kernels = code.kernels();
    AtomicReferenceArray<KernelRow> known = new AtomicReferenceArray<>(kernels.size());
    return new RowSource<>() {
      @Override
      public int size() {
        return kernels.size();
      }

      @Override
      public KernelRow row(int index) throws IOException {
        KernelRow row = known.get(index);
        if (row == null) {
          row = KernelRow.of(code, kernels.get(index), subject.place());
          known.set(index, row);
        }
        return row;
      }
    };
  }

  @Override
  public Place place(KernelRow row) {
    return row.place();
  }

  @Override
  public boolean shows(Place place) {
    return place instanceof Place.Kernel kernel && kernel.parent().equals(subject.place());
  }

  @Override
  public int indexOf(RowSource<KernelRow> rows, Place place) throws FormatException {
    Kernel kernel =
        place instanceof Place.Kernel wanted ? KernelDetails.find(subject.code(), wanted) : null;
    return kernel == null ? -1 : kernel.index();
  }

  @Override
  public RowMark mark(KernelRow row) {
    return new RowMark(
        OwnerKind.DEVICE_CODE, subject.code().targetFromFlags().toString(), row.problem());
  }

  @Override
  public String status(RowSource<KernelRow> rows) throws IOException {
    long code = 0;
    for (int i = 0; i < rows.size(); i++) {
      code += Math.max(0, rows.row(i).codeBytes());
    }
    return "%s · %s of code".formatted(CountText.of(rows.size(), "kernel"), SizeText.of(code));
  }

  @Override
  public Predicate<KernelRow> filter(String text) {
    Set<String> fields = new HashSet<>(Set.of("name", "symbol", "problem", "language"));
    for (KernelField field : KernelField.values()) {
      fields.add(field.field());
    }
    fields.addAll(ColumnFilter.EVERYWHERE);
    try {
      return Query.parse(text, fields)::matches;
    } catch (QueryException wrong) {
      throw new IllegalArgumentException(wrong.getMessage(), wrong);
    }
  }

  /** The numbers of a kernel, as columns and as fields of the filter. */
  private enum KernelField {
    VGPRS("VGPRs", Look.COUNT, row -> row.kernel().vgprs()),
    AGPRS("AGPRs", Look.COUNT, row -> row.kernel().agprs()),
    SGPRS("SGPRs", Look.COUNT, row -> row.kernel().sgprs()),
    SPILLS("Spills", Look.COUNT, KernelRow::spills),
    LDS("LDS", Look.SIZE, row -> row.kernel().ldsBytes()),
    SCRATCH("Scratch", Look.SIZE, row -> row.kernel().scratchBytes()),
    KERNARG("Kernarg", Look.SIZE, row -> row.kernel().kernargBytes()),
    ARGS("Args", Look.COUNT, row -> row.kernel().visibleArgs().size()),
    WORKGROUP("Workgroup", Look.COUNT, row -> row.kernel().maxFlatWorkgroupSize()),
    WAVE("Wave", Look.COUNT, row -> row.kernel().wavefrontSize()),
    CODE("Code", Look.SIZE, KernelRow::codeBytes);

    private final String title;
    private final Look look;
    private final ToLongFunction<KernelRow> value;

    KernelField(String title, Look look, ToLongFunction<KernelRow> value) {
      this.title = title;
      this.look = look;
      this.value = value;
    }

    String title() {
      return title;
    }

    Look look() {
      return look;
    }

    /** The number; negative if it is not stated. */
    long value(KernelRow row) {
      return value.applyAsLong(row);
    }

    /** The name in a query. */
    String field() {
      return title.toLowerCase(java.util.Locale.ROOT);
    }

    static @Nullable KernelField of(String field) {
      for (KernelField known : values()) {
        if (known.field().equals(field)) {
          return known;
        }
      }
      return null;
    }
  }

  /**
   * A kernel as the table shows it.
   *
   * @param codeBytes size of its machine code; -1 if no symbol says so
   * @param problem in what metadata and descriptor disagree, or what cannot be read; empty for
   *     nothing
   */
  record KernelRow(Kernel kernel, Place.Kernel place, long codeBytes, String problem)
      implements Query.Row {

    static KernelRow of(CodeObject code, Kernel kernel, Place parent) throws FormatException {
      Place.Kernel place = code.placeOf(kernel, parent);
      long size = place.range() == null ? -1 : place.range().length();
      return new KernelRow(kernel, place, size, problem(code, kernel));
    }

    private static String problem(CodeObject code, Kernel kernel) throws FormatException {
      try {
        return code.check(kernel).stream()
            .map(DescriptorMismatch::sentence)
            .collect(Collectors.joining(" "));
      } catch (FormatException broken) {
        return switch (broken.reason()) {
          case FILE_CHANGED, CLOSED -> throw broken;
          default -> "Its descriptor cannot be read: " + broken.getMessage();
        };
      }
    }

    /** Spilled registers of both kinds; -1 if neither is stated. */
    long spills() {
      boolean stated =
          kernel.vgprSpills() != Kernel.NOT_STATED || kernel.sgprSpills() != Kernel.NOT_STATED;
      return stated ? Math.max(0, kernel.vgprSpills()) + Math.max(0, kernel.sgprSpills()) : -1;
    }

    @Override
    public @Nullable String text(String field) {
      return switch (field) {
        case "name" -> kernel.demangledName();
        case "symbol" -> kernel.name();
        case "problem" -> problem;
        case "language" -> kernel.language();
        default -> null;
      };
    }

    @Override
    public double number(String field) {
      KernelField known = KernelField.of(field.equals("size") ? "code" : field);
      long value = known == null ? -1 : known.value(this);
      return value < 0 ? Double.NaN : value;
    }
  }
}
