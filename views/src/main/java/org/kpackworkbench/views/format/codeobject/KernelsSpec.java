package org.kpackworkbench.views.format.codeobject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.query.QueryException;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.views.kit.rows.ColumnFilter;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;

/** The table of kernels. Descriptors are checked as rows come in sight. */
final class KernelsSpec implements RowsSpec<KernelRow> {
  private final CodeObjectSubject subject;

  KernelsSpec(CodeObjectSubject subject) {
    this.subject = subject;
  }

  @Override
  public String id() {
    return "kernels";
  }

  @Override
  public String title() {
    return "Kernels";
  }

  @Override
  public String empty() {
    return "The code object lists no kernels. It may hold device functions and variables: see"
        + " Symbols.";
  }

  @Override
  public String prompt() {
    return "filter, e.g. name:gemm vgprs>64 lds>=16K spills>0";
  }

  @Override
  public List<RowColumn<KernelRow>> columns() {
    List<RowColumn<KernelRow>> columns = new ArrayList<>();
    columns.add(RowColumn.function("Name", row -> row.kernel().demangledName()));
    for (KernelField field : KernelField.values()) {
      columns.add(new RowColumn<>(field.title(), field.look(), null, field::value, true));
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
  public boolean marked() {
    return true;
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
    return "%d kernel%s · %s of code"
        .formatted(rows.size(), rows.size() == 1 ? "" : "s", SizeText.of(code));
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
}
