package org.kpackworkbench.model.analysis.contents;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.analysis.contents.KernelsSettings.Figure;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.output.Facts;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.query.Query;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.codeobject.CodeObject;
import org.kpackworkbench.model.format.codeobject.Kernel;
import org.kpackworkbench.model.format.codeobject.Kernel.KernelName;
import org.kpackworkbench.model.format.codeobject.Occupancy;
import org.kpackworkbench.model.format.registry.CodeObjectRow;

/**
 * Resources of a kernel; -1 for those that are not stated. Immutable.
 *
 * @param place the kernel
 * @param codeObject the code object that it is in
 * @param spills registers, vector and scalar ones
 * @param occupancy empty if it is not known
 * @param codeBytes size of its machine code
 * @param maxFlatWorkgroupSize most work-items in a work-group, which occupancy takes it to have
 * @param workgroupProcessorMode whether work-groups may use both compute units of a pair; null if
 *     that is not stated
 */
public record KernelFigures(
    Place.Kernel place,
    Place.CodeObject codeObject,
    KernelName name,
    String symbol,
    GpuTarget target,
    String targetText,
    String binary,
    int index,
    long vgprs,
    long agprs,
    long sgprs,
    long ldsBytes,
    long scratchBytes,
    long spills,
    long kernargBytes,
    long wavefrontSize,
    Optional<Occupancy> occupancy,
    long codeBytes,
    long maxFlatWorkgroupSize,
    @Nullable Boolean workgroupProcessorMode)
    implements Query.Row {
  /** The names of the values in a line. */
  public static final List<String> COLUMNS =
      List.of(
          "name",
          "demangledName",
          "symbol",
          "target",
          "binary",
          "index",
          "vgprs",
          "agprs",
          "sgprs",
          "ldsBytes",
          "scratchBytes",
          "spills",
          "kernargBytes",
          "wavefrontSize",
          "occupancy",
          "mostWaves",
          "limit",
          "codeBytes",
          "maxFlatWorkgroupSize");

  /**
   * Reads them.
   *
   * @param row the code object that the kernel is in
   */
  public static KernelFigures of(CodeObjectRow row, CodeObject code, Kernel kernel)
      throws FormatException {
    ByteRange range = code.locate(kernel).code();
    boolean spillsKnown = kernel.vgprSpills() >= 0 || kernel.sgprSpills() >= 0;
    return new KernelFigures(
        new Place.Kernel(row.place(), kernel.name(), null),
        row.place(),
        kernel.kernelName(),
        kernel.symbol(),
        row.target(),
        row.targetText(),
        row.binary(),
        row.index(),
        kernel.vgprs(),
        kernel.agprs(),
        kernel.sgprs(),
        kernel.ldsBytes(),
        kernel.scratchBytes(),
        spillsKnown ? Math.max(0, kernel.vgprSpills()) + Math.max(0, kernel.sgprSpills()) : -1,
        kernel.kernargBytes(),
        kernel.wavefrontSize(),
        Occupancy.of(code.target(), kernel),
        range == null ? -1 : range.length(),
        kernel.maxFlatWorkgroupSize(),
        kernel.workgroupProcessorMode());
  }

  /** Describes the figures as facts. */
  public void describe(Facts facts) {
    facts
        .text("name", name.mangled())
        .text("demangledName", name.demangled())
        .text("symbol", symbol)
        .text("target", targetText)
        .text("binary", binary)
        .known("index", index)
        .known("vgprs", vgprs)
        .known("agprs", agprs)
        .known("sgprs", sgprs)
        .known("ldsBytes", ldsBytes)
        .known("scratchBytes", scratchBytes)
        .known("spills", spills)
        .known("kernargBytes", kernargBytes)
        .known("wavefrontSize", wavefrontSize)
        .known("occupancy", waves())
        .shown(occupancy.map(Occupancy::toString).orElse("-"))
        .known("mostWaves", occupancy.map(Occupancy::most).orElse(-1))
        .text("limit", occupancy.map(limits -> limits.limit().words()).orElse(null))
        .known("codeBytes", codeBytes)
        .known("maxFlatWorkgroupSize", maxFlatWorkgroupSize);
  }

  long waves() {
    return occupancy.map(Occupancy::waves).orElse(-1);
  }

  /** Returns the value of a figure; -1 if it is not stated. */
  public long of(Figure figure) {
    return figure.value.applyAsLong(this);
  }

  /** For an order: what is not known comes last. */
  public double known(Figure figure) {
    long value = of(figure);
    return value >= 0 ? value : figure == Figure.OCCUPANCY ? Double.MAX_VALUE : -1;
  }

  @Override
  public @Nullable String text(String field) {
    return switch (field) {
      case "name" -> name.demangled() + " " + name.mangled();
      case "binary" -> binary;
      case "arch", "target" -> targetText;
      default -> null;
    };
  }

  @Override
  public double number(String field) {
    long value =
        switch (field) {
          case "index" -> index;
          case "wave" -> wavefrontSize;
          case "workgroup" -> maxFlatWorkgroupSize;
          default ->
              Arrays.stream(Figure.values())
                  .filter(figure -> figure.word.equals(field))
                  .mapToLong(this::of)
                  .findFirst()
                  .orElse(-1);
        };
    return value < 0 ? Double.NaN : value;
  }
}
