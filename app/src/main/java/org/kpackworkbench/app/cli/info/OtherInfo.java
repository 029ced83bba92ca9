package org.kpackworkbench.app.cli.info;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.app.console.Facts;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.registry.Format;
import org.kpackworkbench.model.format.registry.LfsPointer;
import org.kpackworkbench.model.format.registry.OtherDocument;

/** A file of which there is no more to say than what it is. */
record OtherInfo(OtherDocument document) implements FileInfo {
  @Override
  public void json(JsonOut out) throws IOException {
    LfsPointer pointer = pointer();
    if (pointer != null) {
      out.object("pointer")
          .field("oid", pointer.oid())
          .known("size", pointer.sizeBytes())
          .endObject();
    }
  }

  @Override
  public void text(TextOut out) throws IOException {
    LfsPointer pointer = pointer();
    if (pointer != null) {
      new Facts()
          .add("stands for", pointer.oid())
          .add("size", pointer.sizeBytes() < 0 ? "unknown" : Facts.size(pointer.sizeBytes()))
          .print(out);
    }
  }

  private @Nullable LfsPointer pointer() throws IOException {
    return document.format() == Format.LFS_POINTER
        ? LfsPointer.of(document.bytes()).orElse(null)
        : null;
  }

  @Override
  public List<FormatException> problems() {
    return document.problems();
  }
}
