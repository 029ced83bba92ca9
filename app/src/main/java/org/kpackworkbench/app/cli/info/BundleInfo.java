package org.kpackworkbench.app.cli.info;

import java.io.IOException;
import java.util.List;
import org.kpackworkbench.app.console.JsonOut;
import org.kpackworkbench.app.console.TextOut;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.format.registry.BundleDocument;

/** A file of bundles. */
record BundleInfo(BundleDocument document) implements FileInfo {
  private Bundles bundles() {
    return new Bundles(document.bytes(), document.file().bundles());
  }

  @Override
  public void json(JsonOut out) {
    bundles().json(out);
  }

  @Override
  public void text(TextOut out) throws IOException {
    bundles().text(out);
  }

  @Override
  public List<FormatException> problems() {
    return document.problems();
  }
}
