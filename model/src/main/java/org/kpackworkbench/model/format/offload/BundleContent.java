package org.kpackworkbench.model.format.offload;

/** The contents at a place to which a wrapper points, or where one bundle follows another. */
public sealed interface BundleContent
    permits OffloadBundle, CompressedBundle, BareCodeObject, BrokenBundle {

  /** Returns the kind of the content in words. */
  String kindName();
}
