package org.kpackworkbench.model.operation.edit;

/**
 * One change of a document, as a value: it names what it changes by what a person would name it by,
 * never by a position, so that it can be written down, and applied to another version of the file.
 */
public sealed interface Edit permits ArchiveEdit, ManifestEdit, MarkerEdit {

  /**
   * Returns the edit in words, for a menu behind "Undo" or a list, e.g. {@code rename of
   * lib/libfoo.so#0}.
   */
  String words();
}
