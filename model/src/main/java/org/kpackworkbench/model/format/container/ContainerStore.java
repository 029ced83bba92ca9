package org.kpackworkbench.model.format.container;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.kpackworkbench.model.base.bytes.ByteRange;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.bytes.FormatException.Reason;
import org.kpackworkbench.model.format.registry.CodeStore;

/**
 * The images of a file of LLVM's offload containers, as {@code llvm-offload-binary} writes them:
 * one container an image, one behind another. A container is removed as a whole; others are copied
 * byte by byte.
 */
final class ContainerStore implements CodeStore {
  private final ByteView view;
  private final List<Container> containers;
  private final List<StoredCode> entries = new ArrayList<>();

  /** For each entry the place of its container in the list. */
  private final List<Integer> places = new ArrayList<>();

  ContainerStore(ContainerFile file, ByteView view) throws FormatException {
    this.view = view;
    this.containers = file.containers();
    if (!file.problems().isEmpty()) {
      throw file.problems().getFirst();
    }
    for (int place = 0; place < containers.size(); place++) {
      for (ContainerEntry entry : containers.get(place).entries()) {
        String arch = entry.hasImage() ? entry.arch() : "";
        entries.add(StoredCode.filed(0, arch, 1, entry.image().length()));
        places.add(place);
      }
    }
  }

  @Override
  public List<StoredCode> entries() {
    return List.copyOf(entries);
  }

  @Override
  public boolean isOnlyCode() {
    return true;
  }

  @Override
  public long sizeWithout(SortedSet<Integer> gone) throws FormatException {
    long size = 0;
    for (int place = 0; place < containers.size(); place++) {
      Container container = containers.get(place);
      long going = count(gone, place);
      if (going > 0 && going < container.entries().size()) {
        throw FormatException.at(
                view, container.range().start(), "offload container", "entries", Reason.UNSUPPORTED)
            .expected("a container whose images are all kept or all removed")
            .found("%d images, of which some are kept".formatted(container.entries().size()))
            .advice(
                "Extract the images with extract, and put those that are needed into a new file"
                    + " with llvm-offload-binary.")
            .build();
      }
      size += going > 0 ? 0 : range(place).length();
    }
    return size;
  }

  private long count(SortedSet<Integer> gone, int place) {
    return gone.stream().filter(number -> places.get(number) == place).count();
  }

  private ByteRange range(int place) {
    return ByteRange.between(
        containers.get(place).range().start(),
        place + 1 < containers.size() ? containers.get(place + 1).range().start() : view.size());
  }

  @Override
  public void writeWithout(SortedSet<Integer> gone, Path output, Writing writing)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(output, StandardOpenOption.CREATE_NEW)) {
      for (int place = 0; place < containers.size(); place++) {
        if (count(gone, place) == 0) {
          ByteRange range = range(place);
          view.slice(range.start(), range.length()).writeTo(out, writing.progress());
        }
      }
    }
  }
}
