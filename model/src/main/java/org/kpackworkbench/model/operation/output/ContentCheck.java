package org.kpackworkbench.model.operation.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.finding.Finding;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.GpuTarget;
import org.kpackworkbench.model.format.offload.FatBinary;

/**
 * Checks what is not written yet, as verification would once it is. The caller of an edit passes it
 * in, so that editing does not depend on the rules. Every list has the worst first.
 */
public interface ContentCheck {
  /**
   * Checks one code object that is not in a file yet, or is filed under another target than before.
   *
   * @param place where it is to be
   * @param filed the target that it is filed under
   * @return what is wrong with it
   * @throws IOException if its bytes can no longer be read
   */
  List<Finding> codeObject(Place place, ByteView bytes, GpuTarget filed) throws IOException;

  /**
   * Checks a manifest.
   *
   * @param path where it is to be; its archives are looked for in that folder
   * @param bytes what is to be written
   * @return what is wrong with it
   * @throws IOException if the folder cannot be listed
   */
  List<Finding> manifest(Path path, ByteView bytes, Progress progress) throws IOException;

  /**
   * Checks a host binary, apart from its layout.
   *
   * @param path where it is to be; its archives are looked for from that folder
   * @param fat what it is to be like
   * @return what is wrong with it
   * @throws IOException if the files around it cannot be read
   */
  List<Finding> host(Path path, FatBinary fat, Progress progress) throws IOException;
}
