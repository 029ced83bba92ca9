package org.kpackworkbench.views.format.codeobject;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.views.kit.rows.RowColumn.Look;

/** The numbers of a kernel, as columns and as fields of the filter. */
enum KernelField {
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

  /** The number; negative where it is not stated. */
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
