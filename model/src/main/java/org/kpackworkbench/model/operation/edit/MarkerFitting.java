package org.kpackworkbench.model.operation.edit;

import java.util.List;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.elf.edit.LayoutFinding;
import org.kpackworkbench.model.format.elf.edit.LayoutVerifier;
import org.kpackworkbench.model.format.offload.FatBinary;

/**
 * Says of names and paths whether the marker of a binary can hold them and where it would go, while
 * somebody types. Safe for use by many threads, as long as the document is open that it comes from.
 */
public final class MarkerFitting {
  private final String file;
  private final FatBinary original;
  private final MarkerContent first;

  MarkerFitting(String file, FatBinary original, MarkerContent first) {
    this.file = file;
    this.original = original;
    this.first = first;
  }

  /** How many wrappers lead to the marker's archives. */
  public int wrappers() {
    return original.wrappers().size();
  }

  /** What the layout verifier says of the file as it was opened. */
  public List<LayoutFinding> layoutFindings() throws FormatException {
    return LayoutVerifier.verify(original.elf());
  }

  /**
   * Where the marker would go if it said this.
   *
   * @throws FormatException why it cannot say that: an edit would be refused
   */
  public MarkerFit fit(String kernelName, List<String> searchPaths) throws FormatException {
    new Checks(file, new MarkerEdit.SetKernelName(kernelName)).key(kernelName);
    checkPaths(new Checks(file, new MarkerEdit.SetSearchPaths(searchPaths)), searchPaths);
    MarkerContent stated = new MarkerContent(kernelName, searchPaths, first.fields());
    return new MarkerLayout(original, stated.bytes()).fit();
  }

  /** Wants paths that loaders of today use; a manifest's only where it stood already. */
  void checkPaths(Checks checks, List<String> paths) throws FormatException {
    for (String path : paths) {
      boolean manifest = path.endsWith(".kpm") && !first.searchPaths().contains(path);
      if (path.isEmpty() || path.indexOf('\0') >= 0 || manifest) {
        throw checks
            .error("search path", Reason.BAD_VALUE)
            .expected("a path of archives, which may hold @GFXARCH@")
            .found(manifest ? "the manifest \"" + path + "\"" : "\"" + path + "\"")
            .build();
      }
    }
    if (paths.isEmpty()) {
      throw checks
          .error("search paths", Reason.BAD_VALUE)
          .expected("at least one")
          .found("none")
          .build();
    }
  }
}
