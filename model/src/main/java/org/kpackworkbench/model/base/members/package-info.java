/**
 * Members of a file that holds files (a wheel, a package, a tar file), as a read-only file system
 * of Java's: whatever works on a folder works on it, and nothing is unpacked into a folder.
 *
 * <p>Paths print as the path of the file with the way into it behind: {@code
 * dist/torch-2.9-cp312-cp312-linux_x86_64.whl/torch/lib/libtorch_hip.so}. A member that is stored
 * as it is is read where it lies. What is compressed is unpacked when it is first read: up to 64
 * MiB into memory, more into a file without a name that is gone with the program.
 */
package org.kpackworkbench.model.base.members;
