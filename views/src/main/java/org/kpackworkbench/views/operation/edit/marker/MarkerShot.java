package org.kpackworkbench.views.operation.edit.marker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.place.PathRules;
import org.kpackworkbench.model.operation.edit.EditedMarker;
import org.kpackworkbench.model.operation.edit.MarkerFitting;

/**
 * An edited marker at one moment, as it is shown.
 *
 * @param path the binary
 * @param kernelName what it is called in archives
 * @param searchPaths where archives are looked for
 * @param rules how the binary's system reads search paths
 * @param fitting says of other names and paths whether they fit
 * @param findings what the layout verifier says of the file as it was opened
 */
record MarkerShot(
    Path path,
    String kernelName,
    List<String> searchPaths,
    PathRules rules,
    MarkerFitting fitting,
    List<String> findings) {
  MarkerShot {
    searchPaths = List.copyOf(searchPaths);
    findings = List.copyOf(findings);
  }

  /** Reads a document; background. */
  static MarkerShot of(EditedMarker document) throws IOException {
    MarkerFitting fitting = document.fitting();
    return new MarkerShot(
        document.stamp().path(),
        document.content().kernelName(),
        document.content().searchPaths(),
        document.pathRules(),
        fitting,
        fitting.layoutFindings());
  }
}
