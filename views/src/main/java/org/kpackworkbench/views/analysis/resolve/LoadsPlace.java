package org.kpackworkbench.views.analysis.resolve;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.base.target.Device;
import org.kpackworkbench.model.base.target.GpuNames;
import org.kpackworkbench.model.base.target.GpuTarget;

/**
 * The loads of a file on some devices as a place, so that links, history and actions lead to the
 * simulator as they lead anywhere. Pure functions; any thread.
 */
public final class LoadsPlace {
  private static final String LABEL = "loads";
  private static final String ON = " on ";

  private LoadsPlace() {}

  /**
   * The loads of a binary or a tree; {@code context.navigator().open(…)} leads to the simulator
   * with these devices.
   *
   * @param targets the devices' targets; empty for those that are there
   */
  public static Place of(Path file, List<GpuTarget> targets) {
    return handing(file, targets.stream().map(Device::of).toList());
  }

  /** Likewise, for devices of whose targets the spelling matters. */
  public static Place handing(Path file, List<Device> devices) {
    String on =
        devices.isEmpty()
            ? ""
            : ON + String.join(", ", devices.stream().map(Device::written).toList());
    return new Place.Part(new Place.File(file), LABEL + on, new ByteRange(0, 0));
  }

  /**
   * Whether a path is that of a binary with loads, by its name: the disk is not accessed. Others
   * open as what they are.
   */
  public static boolean isBinary(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return name.endsWith(".so")
        || name.contains(".so.")
        || (name.indexOf('.') < 0 && path.contains("bin/"));
  }

  /** The devices of such a place; null if it is another one. */
  public static @Nullable List<Device> devices(Place place) {
    if (!(place instanceof Place.Part part)
        || !(part.parent() instanceof Place.File)
        || !part.label().startsWith(LABEL)
        || part.range().length() != 0) {
      return null;
    }
    String rest = part.label().substring(LABEL.length());
    if (rest.isEmpty()) {
      return List.of();
    }
    return rest.startsWith(ON) ? GpuNames.read(rest.substring(ON.length())).devices() : null;
  }
}
