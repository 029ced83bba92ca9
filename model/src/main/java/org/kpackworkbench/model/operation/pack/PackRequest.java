package org.kpackworkbench.model.operation.pack;

import java.nio.file.Path;
import java.util.List;
import org.kpackworkbench.model.operation.archives.ArchiveOptions;

/**
 * A binary or an install tree that is to be packed.
 *
 * @param input a binary with device code, or a folder
 * @param output the new tree: a folder that is not there yet, or empty. For one binary it gets the
 *     binary and its archive
 * @param group the archive's group name, part of its file's name
 * @param family the archive's family of targets, part of its file's name
 * @param labels the targets that the archive's {@code gfx_arches} lists, as it spells them; empty
 *     for those that it has code for. Code for others is kept, and no loader asks for it
 * @param options how the archive is written
 * @param replace whether a folder that is there already may be replaced as a whole
 */
public record PackRequest(
    Path input,
    Path output,
    String group,
    String family,
    List<String> labels,
    ArchiveOptions options,
    boolean replace) {
  public PackRequest {
    labels = List.copyOf(labels);
  }

  /** With the usual options. */
  public static PackRequest of(Path input, Path output, String group, String family) {
    return new PackRequest(input, output, group, family, List.of(), ArchiveOptions.DEFAULT, false);
  }

  /** The same with other options. */
  public PackRequest with(ArchiveOptions other) {
    return new PackRequest(input, output, group, family, labels, other, replace);
  }

  /** The same, with other labels. */
  public PackRequest labelled(List<String> other) {
    return new PackRequest(input, output, group, family, other, options, replace);
  }

  /** The same, replacing what is there or not. */
  public PackRequest replacing(boolean yes) {
    return new PackRequest(input, output, group, family, labels, options, yes);
  }

  /** Path of the archive in the tree. */
  String archive() {
    return ".kpack/%s-%s.kpack".formatted(group, family);
  }
}
