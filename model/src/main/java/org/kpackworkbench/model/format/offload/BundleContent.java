package org.kpackworkbench.model.format.offload;

/** What stands at a place where a wrapper points, or where one bundle follows another. */
public sealed interface BundleContent
    permits OffloadBundle, CompressedBundle, BareCodeObject, BrokenBundle {

  /** What it is, in words. */
  String kindName();
}
