package org.kpackworkbench.model.operation.hostonly;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.base.msgpack.MsgEncoder;
import org.kpackworkbench.model.format.offload.Marker;

/**
 * A fat binary that is to become host-only.
 *
 * <p>This does not keep the device code: the caller has written it to archives, or discards it.
 *
 * @param input the fat binary; a link to it will do
 * @param output where the result goes; the input itself will do, and where it is a link, the file
 *     that it leads to is replaced
 * @param replace whether a file that is there already may be replaced
 * @param kernelName what the binary is called in its archives
 * @param searchPaths where its archives are looked for, in order, relative to its folder; at least
 *     one
 */
public record HostOnlyRequest(
    Path input, Path output, boolean replace, String kernelName, List<String> searchPaths) {

  public HostOnlyRequest {
    searchPaths = List.copyOf(searchPaths);
    if (kernelName.isEmpty()) {
      throw new IllegalArgumentException("a marker needs a kernel name");
    }
    if (searchPaths.isEmpty()) {
      throw new IllegalArgumentException("a marker needs a search path");
    }
  }

  /** The marker's bytes: a MessagePack map. */
  byte[] marker() {
    return MsgEncoder.map(
        List.of(
            MsgEncoder.pair(Marker.SEARCH_PATHS_KEY, MsgEncoder.texts(searchPaths)),
            MsgEncoder.pair(Marker.KERNEL_NAME_KEY, MsgEncoder.text(kernelName))));
  }
}
