package org.kpackworkbench.views.format.codeobject;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.OwnerKind;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.text.CountText;
import org.kpackworkbench.model.base.text.SizeText;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.KernelDescriptor.DescriptorMismatch;
import org.kpackworkbench.views.kit.rows.RowColumn;
import org.kpackworkbench.views.kit.rows.RowMark;
import org.kpackworkbench.views.kit.rows.RowSource;
import org.kpackworkbench.views.kit.rows.RowsSpec;
import org.kpackworkbench.views.kit.rows.TableSpec;
import org.kpackworkbench.views.kit.rows.TableWords;

/** The table of kernels. Descriptors are checked as rows become visible. */
final class KernelsSpec extends TableSpec<KernelsSpec.KernelRow>
    implements RowsSpec.Marked<KernelsSpec.KernelRow> {
  private final ShownCodeObject subject;

  KernelsSpec(ShownCodeObject subject) {
    super(
        TableWords.of(
                "kernels",
                "Kernels",
                "The code object lists no kernels. It may hold device functions and variables: see"
                    + " Symbols.")
            .prompt("filter, e.g. name:gemm vgprs>64 lds>=16K spills>0"));
    this.subject = subject;
    columns(
        List.of(
            RowColumn.function("Name", row -> row.kernel().demangledName()),
            RowColumn.count("VGPRs", row -> row.kernel().vgprs()),
            RowColumn.count("AGPRs", row -> row.kernel().agprs()),
            RowColumn.count("SGPRs", row -> row.kernel().sgprs()),
            RowColumn.count("Spills", KernelRow::spills),
            RowColumn.size("LDS", row -> row.kernel().ldsBytes()),
            RowColumn.size("Scratch", row -> row.kernel().scratchBytes()),
            RowColumn.size("Kernarg", row -> row.kernel().kernargBytes()),
            RowColumn.count("Args", row -> row.kernel().visibleArgs().size()),
            RowColumn.count("Workgroup", row -> row.kernel().maxFlatWorkgroupSize()),
            RowColumn.count("Wave", row -> row.kernel().wavefrontSize()),
            RowColumn.<KernelRow>size("Code", KernelRow::codeBytes).alsoNamed("size"),
            RowColumn.<KernelRow>mono("Symbol", row -> row.kernel().name()).hidden()));
    place(KernelRow::place);
    shows(place -> place instanceof Place.Kernel kernel && kernel.parent().equals(subject.place()));
    mark(
        row ->
            new RowMark(
                OwnerKind.DEVICE_CODE, subject.code().targetFromFlags().toString(), row.problem()));
  }

  @Override
  public List<RowColumn<KernelRow>> fields() {
    List<RowColumn<KernelRow>> fields = new ArrayList<>(columns());
    fields.add(RowColumn.text("Problem", KernelRow::problem));
    fields.add(RowColumn.text("Language", row -> row.kernel().language()));
    return fields;
  }

  @Override
  public RowSource<KernelRow> load() throws IOException {
    CodeObject code = subject.code();
    List<Kernel> kernels = code.kernels();
    AtomicReferenceArray<KernelRow> known = new AtomicReferenceArray<>(kernels.size());
    return RowSource.read(
        kernels.size(),
        index -> {
          KernelRow row = known.get(index);
          if (row == null) {
            row = KernelRow.of(code, kernels.get(index), subject.place());
            known.set(index, row);
          }
          return row;
        });
  }

  @Override
  public int indexOf(RowSource<KernelRow> rows, Place place) throws FormatException {
    Kernel kernel =
        place instanceof Place.Kernel wanted ? KernelDetails.find(subject.code(), wanted) : null;
    return kernel == null ? -1 : kernel.index();
  }

  @Override
  public String status(RowSource<KernelRow> rows) throws IOException {
    long code = 0;
    for (int i = 0; i < rows.size(); i++) {
      code += Math.max(0, rows.row(i).codeBytes());
    }
    return "%s · %s of code".formatted(CountText.of(rows.size(), "kernel"), SizeText.of(code));
  }

  /**
   * A kernel as the table shows it.
   *
   * @param codeBytes size of its machine code; -1 if no symbol says so
   * @param problem in what metadata and descriptor disagree, or what cannot be read; empty for
   *     nothing
   */
  record KernelRow(Kernel kernel, Place.Kernel place, long codeBytes, String problem) {

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
  }
}
