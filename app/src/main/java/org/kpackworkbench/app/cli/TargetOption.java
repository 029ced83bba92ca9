package org.kpackworkbench.app.cli;

import java.util.ArrayList;
import java.util.List;
import org.kpackworkbench.model.format.codeobject.Device;
import org.kpackworkbench.model.format.codeobject.Devices;
import org.kpackworkbench.model.format.codeobject.Devices.NamedDevices;
import org.kpackworkbench.model.operation.archives.TargetFilter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Options that name GPUs. They take a target, a product, a family or what {@code rocminfo} prints,
 * several of them with commas, and may be given several times; it means the same in every command.
 */
final class TargetOption {
  private TargetOption() {}

  /**
   * One of them.
   *
   * @param help what it does with the targets, in the words before those of their names
   */
  static OptionSpec of(String name, String help) {
    return OperationCommand.named(
        TargetFilter.option(help, name).label("T").orElse(TargetFilter.ALL));
  }

  /** What is meant as devices, which are handed to a loader just as they are written. */
  static List<Device> devices(ParseResult parsed, String option, List<String> texts) {
    List<Device> devices = new ArrayList<>();
    for (String text : texts) {
      NamedDevices read = Devices.read(text);
      for (String name : read.printed() ? List.<String>of() : Devices.names(text)) {
        try {
          add(devices, Devices.handed(name));
        } catch (IllegalArgumentException wrong) {
          throw Command.usage(parsed, option + ": " + wrong.getMessage());
        }
      }
      add(devices, read.printed() ? read.devices() : List.of());
    }
    if (devices.isEmpty() && !texts.isEmpty()) {
      throw Command.usage(parsed, option + ": no GPU is named");
    }
    return devices;
  }

  private static void add(List<Device> devices, List<Device> more) {
    more.stream().filter(device -> !devices.contains(device)).forEach(devices::add);
  }
}
