// keywords.h: the keywords of MSL that C++ does not have. Last of the prelude, since the library
// itself is written without them. May use: nothing.
//
// On a CPU all address spaces are one. `constant` is const, which gives variables at namespace
// scope internal linkage. `kernel` is empty, so that [[kernel]] stays valid too; linkage and
// inlining are given by the compiler around the program's text.
#pragma once

#define constant const
#define device
#define thread
#define threadgroup
#define threadgroup_imageblock
#define ray_data
#define object_data

#define kernel
#define vertex
#define fragment
